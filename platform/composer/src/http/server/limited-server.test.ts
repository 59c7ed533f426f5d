import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { limitedServer } from './drain';

const LARGE = Buffer.alloc(50_000_000);

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

async function listening(silenceMs: number): Promise<number> {
  server = limitedServer(silenceMs);
  server.on('request', (_request, response) => response.end(LARGE));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

test.each(['', 'GET /film HTTP/1.1\r\nHost: x\r\n\r\n'])(
  'who sends "%s" and reads nothing is not kept',
  async (text) => {
    const socket = connect(await listening(50), '127.0.0.1', () => socket.write(text));
    socket.on('error', () => {});
    const closed = new Promise<void>((resolve) => server.once('connection', (other) => other.once('close', resolve)));
    await closed;
    socket.destroy();
  },
);

test('a connection has its limits, in ms and bytes', () => {
  server = limitedServer();
  expect(server).toMatchObject({
    // Above the two minutes after which the API gives up a slow upload.
    requestTimeout: 130_000,
    headersTimeout: 10_000,
    // Above the minute after which nginx closes an idle connection: the one who closes must be who sends.
    keepAliveTimeout: 65_000,
    timeout: 60_000,
  });
});

test('headers of more than 16 kB are refused', async () => {
  const port = await listening(60_000);
  const answered = (bytes: number) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(`HEAD / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(bytes)}\r\n\r\n`);
      });
      socket.once('data', (part) => {
        socket.destroy();
        resolve(String(part).split('\r\n')[0] ?? '');
      });
      socket.once('error', reject);
    });
  expect(await answered(15_000)).toBe('HTTP/1.1 200 OK');
  expect(await answered(17_000)).toMatch(/^HTTP\/1.1 431 /);
});
