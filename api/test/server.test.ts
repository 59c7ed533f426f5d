import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, connect, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import fastify from 'fastify';
import { closeRead, draining } from '../src/plugins/requests';
import { type ServerProcess, startServer, whenReady } from './helpers/processes/server-process';

jest.setTimeout(60_000);

/** Limit for the stop: shorter than the keep-alive timeout, long enough to stop PostgreSQL. */
const KEPT_MS = 20_000;
/** Long enough for a caller to send a request on a busy machine. */
const DRAIN_MS = 3_000;

let base: string;
let server: ServerProcess;
beforeAll(async () => {
  base = await mkdtemp(path.join(os.tmpdir(), 'api-stopping-'));
  await chmod(base, 0o755);
});
afterAll(async () => {
  await server.kill();
  await rm(base, { recursive: true, force: true });
});

const start = async (env: Record<string, string>): Promise<void> => {
  server = await startServer(path.join(base, 'var'), { SAMPLE_POSTS: '0', ...env });
  await whenReady(server);
};

const BODY = JSON.stringify({ name: 'Asha', email: 'asha@hotel.example', phone: '98400 00000', message: 'Hello' });

test('an upload in flight on a kept connection is answered, and the server ends with 0, waiting for nobody', async () => {
  await start({});
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1').setEncoding('utf8');
  let received = '';
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  const first = new Promise<void>((resolve) =>
    socket.on('data', (part: string) => {
      received += part;
      if (received.includes('"ok":true')) resolve();
    }),
  );
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  await first;
  const head = `POST /save_modal_form.php HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n`;
  socket.write(head + BODY.slice(0, 10));
  // The answer to a later request on another connection shows that the server has begun to read this one.
  await fetch(`${server.url}/healthz`);
  const began = performance.now();
  server.child.kill('SIGTERM');
  while (
    await fetch(`${server.url}/healthz`).then(
      () => true,
      () => false,
    )
  );
  socket.write(BODY.slice(10));
  await closed;
  expect(received).toMatch(/HTTP\/1\.1 200[\s\S]*connection: close/i);
  expect(await server.ended).toBe(0);
  expect(performance.now() - began).toBeLessThan(KEPT_MS);
});

test('what came on a kept connection as the server closes is answered', async () => {
  const stopping = new AbortController();
  const app = fastify();
  draining(app, stopping.signal);
  app.post('/', async () => 'saved');
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8');
  let received = '';
  const closed = new Promise<void>((resolve) => socket.on('close', () => resolve()));
  const first = new Promise<void>((resolve) =>
    socket.on('data', (part: string) => {
      received += part;
      resolve();
    }),
  );
  const post = `POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`;
  socket.write(post);
  await first;
  stopping.abort();
  const over = closeRead(app);
  socket.write(post);
  await Promise.all([over, closed]);
  expect(received).toMatch(/saved[\s\S]*connection: close[\s\S]*saved$/i);
});

test('it serves on for DRAIN_MS, says that it is not ready, and keeps no connection', async () => {
  await start({ DRAIN_MS: String(DRAIN_MS) });
  server.child.kill('SIGTERM');
  const asked = async () => {
    const response = await fetch(`${server.url}/readyz`);
    await response.arrayBuffer();
    return response;
  };
  let response = await asked();
  while (response.status === 200) response = await asked();
  expect([response.status, response.headers.get('connection')]).toEqual([503, 'close']);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  expect(await server.ended).toBe(0);
});

test('one that finds its port taken has nobody to drain, and says so at once', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const env = { API_PORT: String(port), DRAIN_MS: '600000' };
  server = await startServer(path.join(base, 'var'), env);
  expect(await server.lastWords).toMatch(/^API_PORT \d+ on 127\.0\.0\.1 cannot be used \(listen EADDRINUSE/m);
  other.close();
});

test('the server refuses to start, and makes nothing', async () => {
  const base = await mkdtemp(path.join(os.tmpdir(), 'api-production-'));
  const server = await startServer(path.join(base, 'var'), { NODE_ENV: 'production' });
  expect(await server.ended).toBe(1);
  expect((await server.lastWords).trim().split('\n')).toHaveLength(7);
  await rm(base, { recursive: true });
});
