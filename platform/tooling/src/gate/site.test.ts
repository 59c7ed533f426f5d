import { createSocket } from 'node:dgram';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { networkInterfaces } from 'node:os';
import { launchForGate, readOnly, seenBy } from './site';

/** Answers of a composer, by path: the status, and whether a remote is mounted on the page. */
const ANSWERS: Readonly<Record<string, [status: number, hasRemote: boolean]>> = {
  '/products': [200, true],
  '/no-such-page': [404, true],
  '/broken': [503, true],
  '/own-words': [401, true],
  '/account': [303, false],
  '/members': [401, false],
  '/staff': [403, false],
};

let server: Server;
beforeAll(async () => {
  server = createServer(({ url = '', headers }, response) => {
    const isMember = url === '/account' && headers.cookie === 'session=ada';
    const [status, hasRemote] = isMember ? [200, true] : (ANSWERS[url] ?? [500, false]);
    const state = JSON.stringify({ releases: {}, ...(hasRemote && { remote: { name: 'shop' } }) });
    response.writeHead(status, { ...(status === 303 && { location: 'https://accounts.example/' }) });
    response.end(`<script type="application/json" id="page-state">${state}</script>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => server.close());

test('a page that leads strangers on, or is not for them, is right: there is nothing of the release to look at', async () => {
  const { port } = server.address() as AddressInfo;
  const { pages, closed } = await seenBy(`http://127.0.0.1:${port}`, Object.keys(ANSWERS));
  expect(pages).toEqual(['/products', '/no-such-page', '/broken', '/own-words']);
  expect(closed).toEqual({ '/account': 303, '/members': 401, '/staff': 403 });
});

test('a page that opens to the test visitor is one to look at', async () => {
  const { port } = server.address() as AddressInfo;
  const { pages } = await seenBy(`http://127.0.0.1:${port}`, ['/account', '/staff'], 'session=ada');
  expect(pages).toEqual(['/account']);
});

test('of what a release under trial asks, only reads reach a back end', async () => {
  const asked: string[] = [];
  const backEnd = createServer(({ method, url, headers }, response) => {
    asked.push(`${method} ${url} ${headers.cookie}`);
    response.end('an answer');
  });
  await new Promise<void>((resolve) => backEnd.listen(0, '127.0.0.1', resolve));
  const { origin, stop } = await readOnly(`http://127.0.0.1:${(backEnd.address() as AddressInfo).port}`);
  const headers = { cookie: 'session=ada' };
  expect(await (await fetch(`${origin}/cart?all=1`, { headers })).text()).toBe('an answer');
  for (const method of ['POST', 'PUT', 'DELETE'])
    expect((await fetch(`${origin}/checkout/place-order`, { method, headers })).status).toBe(503);
  expect(asked).toEqual(['GET /cart?all=1 session=ada']);
  const closed = new Promise((resolve) => backEnd.close(resolve));
  backEnd.closeAllConnections();
  await closed;
  await expect(fetch(`${origin}/cart`)).rejects.toThrow();
  await stop();
});

test('the browser of the gate opens no connection to another machine, by name, by number or for a call', async () => {
  const others = Object.values(networkInterfaces()).flatMap((all = []) => all.filter(({ internal }) => !internal));
  const address = others.find(({ family }) => family === 'IPv4')?.address ?? '127.0.0.2';
  const heard: string[] = [];
  const tcp = createTcpServer((socket) => {
    heard.push('a connection');
    socket.destroy();
  });
  const udp = createSocket('udp4', () => heard.push('a packet'));
  await new Promise<void>((resolve) => tcp.listen(0, address, resolve));
  const { port } = tcp.address() as AddressInfo;
  await new Promise<void>((resolve) => udp.bind(port, address, resolve));
  const browser = await launchForGate();
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/products`);
    const reached = await page.evaluate(async (other) => {
      const load = (url: string) =>
        fetch(url, { mode: 'no-cors' }).then(
          () => url,
          () => '',
        );
      const socket = new Promise<string>((resolve) => {
        const ws = new WebSocket(`ws://${other}/`);
        ws.onopen = () => resolve('a socket');
        ws.onerror = () => resolve('');
      });
      const call = new RTCPeerConnection({
        iceServers: [
          { urls: `stun:${other}` },
          { urls: `turn:${other}?transport=tcp`, username: 'a', credential: 'a' },
        ],
      });
      call.createDataChannel('x');
      await call.setLocalDescription(await call.createOffer());
      const gathered = new Promise<string>((resolve) => {
        const done = () => call.iceGatheringState === 'complete' && resolve('');
        call.onicegatheringstatechange = done;
        done();
      });
      return Promise.all([load(`http://${other}/`), load('https://example.com/'), socket, gathered]);
    }, `${address}:${port}`);
    expect(reached.join('')).toBe('');
    expect(heard).toEqual([]);
  } finally {
    await browser.close();
    udp.close();
    await new Promise((resolve) => tcp.close(resolve));
  }
});
