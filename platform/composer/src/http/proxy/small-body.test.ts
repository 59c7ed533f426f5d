import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { arrivedBody, SlowBodyError } from './api-proxy';

let server: Server;
let outcome: Promise<unknown>;
beforeEach(async () => {
  server = createServer((request, response) => {
    outcome = arrivedBody(request, 20);
    outcome.catch(() => response.writeHead(408, { connection: 'close' }).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => server.close());

test.each(['Content-Length: 10', 'Transfer-Encoding: chunked'])(
  'a short body (%s) is not waited for without end',
  async (how) => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1', () =>
      socket.write(`POST / HTTP/1.1\r\nHost: x\r\n${how}\r\n\r\n`),
    );
    const answer = await new Promise<string>((resolve) => socket.once('data', (part) => resolve(String(part))));
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    await expect(outcome).rejects.toThrow(SlowBodyError);
    await new Promise((resolve) => socket.once('close', resolve));
  },
);
