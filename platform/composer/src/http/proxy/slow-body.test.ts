import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { traceOf } from '../request/request';
import { ApiProxy, ForeignOrigins } from './api-proxy';

let api: Server;
let asked: number;
let port: number;
let site: Server;
let proxy: ApiProxy;

const listen = async (server: Server): Promise<number> => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};

beforeAll(async () => {
  asked = 0;
  api = createServer((_request, response) => {
    asked += 1;
    response.end();
  });
  const apiOrigin = `http://127.0.0.1:${await listen(api)}`;
  proxy = new ApiProxy({
    apiOrigin,
    trustProxy: false,
    log: jest.fn(),
    foreign: new ForeignOrigins([]),
    patienceMs: 20,
  });
  site = createServer((request, response) => {
    void proxy.forward(request, response, new URL(request.url ?? '/', 'http://site.test'), traceOf(request));
  });
});
afterAll(async () => {
  await proxy.close();
  site.close();
  api.close();
});

beforeAll(async () => {
  port = await listen(site);
});

test.each(['Content-Length: 10', 'Transfer-Encoding: chunked'])(
  'a form that does not arrive (%s) is answered in words, its connection ends, and the API hears nothing of it',
  async (how) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(`POST /api/save HTTP/1.1\r\nHost: site.test\r\n${how}\r\n\r\n`),
    );
    let answer = '';
    socket.setEncoding('utf8').on('data', (part: string) => {
      answer += part;
    });
    await new Promise((resolve) => socket.once('close', resolve));
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(answer).toContain('Nothing you typed is lost');
    expect(asked).toBe(0);
  },
);
