import { createServer, get, type Server } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { Drain } from './drain';

const GRACE_MS = 30_000;
let server: Server;
let drain: Drain;
let port: number;
let uploads: number;
/** Ends the films that are on their way. */
let endFilm: () => void;
beforeEach(async () => {
  uploads = 0;
  server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    drain.track(response);
    if (request.url === '/film') {
      response.write('film');
      endFilm = () => response.end(' seen');
      return;
    }
    if (request.method === 'GET') return void response.end('page');
    uploads += 1;
    request.resume().on('end', () => response.end('saved'));
  });
  drain = new Drain(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterEach(() => server.closeAllConnections());

/** A connection that is kept, and all that came through it until it was closed. */
async function kept(text: string): Promise<{ socket: Socket; all: Promise<string> }> {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  const all = new Promise<string>((resolve) => socket.on('close', () => resolve(received)));
  socket.setEncoding('utf8').on('data', (part: string) => {
    received += part;
  });
  await new Promise<void>((resolve) => socket.write(text, () => resolve()));
  return { socket, all };
}

const uploadBegan = () =>
  new Promise<void>((resolve) => {
    const look = () => (uploads > 0 ? resolve() : setImmediate(look));
    look();
  });

const PAGE = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
const status = () =>
  new Promise<{ code: number | undefined; connection: string | undefined }>((resolve, reject) => {
    get({ port, host: '127.0.0.1' }, (response) => {
      response.resume();
      resolve({ code: response.statusCode, connection: response.headers.connection });
    }).on('error', reject);
  });

test('an upload in flight on a kept connection is finished, and the server is gone right after it', async () => {
  const { socket, all } = await kept(`${PAGE}POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12345`);
  await uploadBegan();
  const began = performance.now();
  const stopped = drain.stop({ drainMs: 0, graceMs: GRACE_MS });
  socket.write('67890');
  expect(await all).toMatch(/page[\s\S]*connection: close[\s\S]*saved$/i);
  await stopped;
  expect(performance.now() - began).toBeLessThan(GRACE_MS);
});

test('a connection that is kept and idle does not hold it up', async () => {
  const { socket, all } = await kept(PAGE);
  await new Promise((resolve) => socket.once('data', resolve));
  await drain.stop({ drainMs: 0, graceMs: GRACE_MS });
  expect(await all).toContain('page');
});

test('it serves on while it drains, and asks each visitor to come by another way', async () => {
  const stopped = drain.stop({ drainMs: 1_000, graceMs: GRACE_MS });
  expect(drain.isStopping).toBe(true);
  expect(await status()).toEqual({ code: 200, connection: 'close' });
  await stopped;
  await expect(status()).rejects.toThrow(/ECONNRE/);
});

test('a connection whose answer had started before is closed after it, and holds nothing up', async () => {
  const { socket, all } = await kept('GET /film HTTP/1.1\r\nHost: x\r\n\r\n');
  await new Promise((resolve) => socket.once('data', resolve));
  const began = performance.now();
  const stopped = drain.stop({ drainMs: 0, graceMs: GRACE_MS });
  endFilm();
  expect(await all).toMatch(/film[\s\S]*seen/);
  await stopped;
  expect(performance.now() - began).toBeLessThan(GRACE_MS);
});

test('what never ends is cut off in the end', async () => {
  const { all } = await kept('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n12345');
  await uploadBegan();
  await drain.stop({ drainMs: 0, graceMs: 100 });
  expect(await all).toBe('');
});
