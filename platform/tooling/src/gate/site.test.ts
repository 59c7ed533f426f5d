import { generateKeyPairSync } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReleaseRoute } from '@wholepage/contracts/release';
import { publish } from '@wholepage/releases/publish';
import { openStore } from '@wholepage/releases/store/open-store';
import { builtRelease, newStore, release, route } from '@wholepage/releases/testing/built-release';
import { keyText } from '@wholepage/releases/trust/pins';
import { createTrust, type Trust } from '@wholepage/releases/trust/trust';
import { listen } from '../run/spawn';
import { answers, copyLive, knownPaths, launchForGate, makeGateStore, readOnly, seenBy } from './site';

/** Responses of a composer by path: the status, and whether the page mounts a remote. */
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
  const { pages } = await seenBy(`http://127.0.0.1:${port}`, ['/account', '/staff'], { session: 'ada' });
  expect(pages).toEqual(['/account']);
});

test('of what a release under trial asks, only reads reach a back end', async () => {
  const asked: string[] = [];
  let left = (): void => {};
  const isLeft = new Promise<void>((resolve) => {
    left = resolve;
  });
  const backEnd = createServer(({ method, url, headers }, response) => {
    if (url === '/never') return void response.on('close', left);
    if (url === '/half') return void response.write('half', () => response.destroy());
    asked.push(`${method} http://${headers.host}${url} ${headers.cookie}`);
    response.end('an answer');
  });
  const behind = await listen(backEnd);
  const { origin, stop } = await readOnly(`http://127.0.0.1:${behind.port}`);
  const headers = { cookie: 'session=ada' };
  expect(await (await fetch(`${origin}/cart?all=1`, { headers })).text()).toBe('an answer');
  for (const method of ['POST', 'PUT', 'DELETE'])
    expect((await fetch(`${origin}/checkout/place-order`, { method, headers })).status).toBe(503);
  expect(asked).toEqual([`GET http://127.0.0.1:${behind.port}/cart?all=1 session=ada`]);
  await expect(fetch(`${origin}/half`).then((half) => half.text())).rejects.toThrow();
  await expect(fetch(`${origin}/never`, { signal: AbortSignal.timeout(200) })).rejects.toThrow();
  await isLeft;
  await behind.stop();
  await expect(fetch(`${origin}/cart`)).rejects.toThrow();
  await stop();
});

test('an API that is busy for a moment is none that is down', async () => {
  const busy = createServer((_request, response) => void setTimeout(() => response.end(), 1_200));
  await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(busy.address() as AddressInfo).port}`;
  expect(await answers(origin)).toBe(true);
  await new Promise((resolve) => busy.close(resolve));
  expect(await answers(origin)).toBe(false);
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

const newPair = () => generateKeyPairSync('ed25519');
type Pair = ReturnType<typeof newPair>;

let keysDir: string;
let store: string;
beforeEach(async () => {
  [keysDir, store] = [await mkdtemp(join(tmpdir(), 'keys-')), await newStore()];
});

const pemOf = (pair: Pair): string => String(pair.privateKey.export({ type: 'pkcs8', format: 'pem' }));
const steps = newPair();

/** Makes a trust that pins one key for each app and signs with `own`. */
const trustIn = (keys: Record<string, Pair>, own?: Pair, pathOf = (app: string) => `/${app}`): Trust =>
  createTrust({
    keysDir,
    pinned: JSON.stringify({
      apps: Object.fromEntries(
        Object.entries(keys).map(([app, key]) => [app, { keys: [keyText(key.publicKey)], paths: [pathOf(app)] }]),
      ),
      steps: { tests: { keys: [keyText(steps.publicKey)], actions: ['*'], apps: ['*'] } },
    }),
    signingKey: own ? pemOf(own) : '',
    stepSigningKey: pemOf(steps),
  });

const [layout, courses, stolen, next] = [newPair(), newPair(), newPair(), newPair()];
const BEFORE = { shell: layout, 'mf-courses': courses, 'mf-blog': stolen };
const NOW = { ...BEFORE, 'mf-blog': next };

const make = (app: string, version: string, keys: Record<string, Pair>, own: Pair) =>
  release(store, version, { app, routes: app === 'shell' ? [] : [route(`/${app}`)] }, trustIn(keys, own));

/** Copies the live releases for a gate of this app, with these pinned keys. */
const copied = async (app: string, keys: Record<string, Pair>, pathOf?: (app: string) => string) => {
  const gate = await mkdtemp(join(tmpdir(), 'gate-'));
  const own = createTrust({ keysDir: join(gate, 'keys'), pinned: '', signingKey: '' });
  return copyLive(openStore(store, trustIn(keys, undefined, pathOf)), join(gate, 'releases'), own, app);
};

beforeEach(async () => {
  await make('shell', '1.0.0', BEFORE, layout);
  await make('mf-courses', '1.0.0', BEFORE, courses);
  await make('mf-blog', '1.0.0', BEFORE, stolen);
});

test.each(['mf-blog', 'mf-courses', 'shell'])(
  'a release of a stolen key keeps no release of %s from the gate',
  async (app) => {
    expect(await copied(app, BEFORE)).toEqual({ shell: '1.0.0', 'mf-courses': '1.0.0', 'mf-blog': '1.0.0' });
    expect(await copied(app, NOW)).toEqual({ shell: '1.0.0', 'mf-courses': '1.0.0' });
  },
);

test('the release before one of a stolen key is tried with, as composers serve it', async () => {
  await make('mf-blog', '1.1.0', NOW, next);
  expect(await copied('mf-courses', BEFORE)).toMatchObject({ 'mf-blog': '1.0.0' });
  expect(await copied('mf-courses', NOW)).toMatchObject({ 'mf-blog': '1.1.0' });
});

test('a layout of a stolen key is replaced by a layout, and holds no remote', async () => {
  const keys = { ...BEFORE, shell: next };
  expect(await copied('shell', keys)).toEqual({ 'mf-courses': '1.0.0', 'mf-blog': '1.0.0' });
  await expect(copied('mf-blog', keys)).rejects.toThrow('shell 1.0.0 is not signed by a key of shell');
});

test('a live release whose paths are not its own any more is left out, and one that cannot be read fails the gate', async () => {
  const elsewhere = (app: string) => (app === 'mf-courses' ? '/lessons' : `/${app}`);
  expect(await copied('mf-blog', BEFORE, elsewhere)).toEqual({ shell: '1.0.0', 'mf-blog': '1.0.0' });
  await rm(join(store, 'mf-courses', '1.0.0', 'node'), { recursive: true });
  await expect(copied('mf-blog', BEFORE)).rejects.toThrow(/mf-courses/);
});

test('a route has the addresses of its own release, and those of the site that it matches', () => {
  const route = { path: '/a/:b', sitemap: ['/a/1'] } as unknown as ReleaseRoute;
  expect(knownPaths(route, ['/a/2', '/b/1', '/a/1'])).toEqual(['/a/1', '/a/2']);
});

test('why a store cannot be read is said, before it is called one without a layout', async () => {
  const gate = copyLive(openStore('http://127.0.0.1:9', trustIn(BEFORE)), '', trustIn(BEFORE), 'mf-blog');
  await expect(gate).rejects.toThrow(/: bad port\. http:.+ has no live shell/);
});

test('a release that claims the page of a live one is named, not its owner, though it was published first', async () => {
  const place = await newStore();
  const evil = await builtRelease('1.0.0', { app: 'mf-evil', routes: [route('/:any')] });
  await publish(place, 'mf-evil', '1.0.0', evil);
  await release(place, '1.0.0', { app: 'shell' });
  await release(place, '1.0.0', { app: 'mf-courses', routes: [route('/courses')] });
  const verified = (app: string) => makeGateStore({ place, app, version: '1.0.0', built: undefined });
  await expect(verified('mf-evil')).rejects.toThrow("mf-evil 1.0.0 claims /:any, but /courses is mf-courses's.");
});

test('a command that is broken off leaves no folder of the gate', async () => {
  const place = await newStore();
  await release(place, '1.0.0', { app: 'shell' });
  const before = process.listeners('exit');
  const { dataDir, remove } = await makeGateStore({ place, app: 'shell', version: '1.0.0', built: undefined });
  expect(existsSync(dataDir)).toBe(true);
  for (const end of process.listeners('exit').filter((one) => !before.includes(one))) end(1);
  expect(existsSync(dataDir)).toBe(false);
  await remove();
  expect(process.listeners('exit')).toEqual(before);
});
