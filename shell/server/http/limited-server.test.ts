import type { Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { limitedServer } from './limited-server';

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
