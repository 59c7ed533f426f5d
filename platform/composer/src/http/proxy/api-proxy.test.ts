import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { fixtureStore } from '../../testing/fixture-store';
import { eventually, type RunningComposer, runComposer } from '../../testing/running-composer';

/** What reached the API. */
interface Seen {
  line: string;
  headers: IncomingMessage['headers'];
  body: string;
}

let api: Server;
let seen: Seen[];
let composer: RunningComposer;

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  let body = '';
  for await (const part of request) body += part;
  return body;
};

beforeAll(async () => {
  api = createServer(async (request, response) => {
    const entry = { line: `${request.method} ${request.url}`, headers: request.headers, body: '' };
    seen.push(entry);
    if (request.url === '/never') return;
    if (request.url === '/sign-in')
      response.setHeaders(
        new Map([
          ['set-cookie', 'session=1'],
          ['cache-control', 'public'],
        ]),
      );
    entry.body = await bodyOf(request);
    response.setHeader('connection', 'x-internal');
    response.setHeader('x-internal', 'ours alone');
    response.setHeader('keep-alive', 'timeout=99');
    response.end(`answer to ${request.method} ${request.url}`);
  });
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve));
  composer = await runComposer(await fixtureStore(), { API_PORT: String((api.address() as AddressInfo).port) });
});
beforeEach(() => {
  seen = [];
});
afterAll(async () => {
  await composer.close();
  api.closeAllConnections();
  api.close();
});

/** Sends these bytes as they are. @returns everything that came back until the connection was closed */
const raw = (text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(composer.origin).port), '127.0.0.1', () => socket.write(text));
    let received = '';
    socket.setEncoding('utf8').on('data', (part: string) => {
      received += part;
    });
    socket.on('error', reject).on('close', () => resolve(received));
  });

const chunked = (method: string, hidden: string) =>
  `${method} /api/list HTTP/1.1\r\nHost: site.test\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n${hidden.length.toString(16)}\r\n${hidden}\r\n0\r\n\r\n`;

const HIDDEN = 'GET /metrics HTTP/1.1\r\nHost: api\r\n\r\n';

test.each(['GET', 'HEAD', 'DELETE', 'OPTIONS'])(
  'a body on %s is refused, and nothing of it reaches the API',
  async (method) => {
    expect(await raw(chunked(method, HIDDEN))).toMatch(/^HTTP\/1.1 400 /);
    expect(seen).toEqual([]);
  },
);

test('an answer that sets a cookie is in no shared cache', async () => {
  const { headers } = await fetch(`${composer.origin}/api/sign-in`, { method: 'POST' });
  expect([headers.get('set-cookie'), headers.get('cache-control')]).toEqual(['session=1', 'private, no-store']);
});

test('a body of a known length on GET is refused as well', async () => {
  const text = `GET /api/list HTTP/1.1\r\nHost: site.test\r\nContent-Length: ${HIDDEN.length}\r\nConnection: close\r\n\r\n${HIDDEN}`;
  expect(await raw(text)).toMatch(/^HTTP\/1.1 400 /);
  expect(seen).toEqual([]);
});

test('a chunked post reaches the API as one request, whatever is in it', async () => {
  expect(await raw(chunked('POST', HIDDEN))).toContain('answer to POST /list');
  expect(seen.map(({ line, body }) => [line, body])).toEqual([['POST /list', HIDDEN]]);
});

test('a form that is sent slowly takes no connection to the API before all of it is there', async () => {
  const head = 'POST /api/save HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\nContent-Length: 10\r\n\r\n';
  const socket = connect(Number(new URL(composer.origin).port), '127.0.0.1', () => socket.write(`${head}12345`));
  const answered = new Promise<string>((resolve) => socket.once('data', (part) => resolve(String(part))));
  for (let turn = 0; turn < 3; turn += 1) await (await fetch(`${composer.origin}/api/list`)).text();
  expect(seen.map(({ line }) => line)).toEqual(['GET /list', 'GET /list', 'GET /list']);
  socket.write('67890');
  expect(await answered).toMatch(/^HTTP\/1.1 200 /);
  expect(seen.at(-1)).toMatchObject({ line: 'POST /save', body: '1234567890' });
});

test.each([
  ['of a known length', (body: string) => body],
  ['in chunks', (body: string) => new Blob([body]).stream()],
])('an upload %s arrives as it was sent', async (_how, shape) => {
  const sent = Array.from({ length: 30_000 }, (_, index) => `${index};`).join('');
  const init = { method: 'POST', body: shape(sent), duplex: 'half' };
  await (await fetch(`${composer.origin}/api/save`, init)).text();
  expect(seen[0]?.body).toBe(sent);
});

test('headers of one hop, and those that Connection names, go no further in either direction', async () => {
  const answer = await raw(
    'GET /api/list HTTP/1.1\r\nHost: site.test\r\nConnection: close, X-Limit\r\nX-Limit: off\r\nKeep-Alive: 1\r\nTE: trailers\r\nUpgrade: h2c\r\nProxy-Authorization: x\r\nX-Kept: yes\r\n\r\n',
  );
  const { headers } = seen[0] as Seen;
  for (const name of ['x-limit', 'te', 'upgrade', 'proxy-authorization']) expect(headers).not.toHaveProperty(name);
  expect(headers).toMatchObject({ 'x-kept': 'yes', 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'site.test' });
  expect(answer).not.toMatch(/x-internal|timeout=99/);
});

test('a visitor cannot tell the API that another caller or address is meant', async () => {
  await raw(
    'GET /api/list HTTP/1.1\r\nHost: site.test\r\nConnection: close\r\nForwarded: for=10.0.0.1\r\nX-Real-IP: 10.0.0.1\r\nX_Forwarded_For: 10.0.0.1\r\nX-Original-URL: /office\r\nX-HTTP-Method-Override: DELETE\r\nX-Forwarded-For: 10.0.0.1\r\n\r\n',
  );
  expect(JSON.stringify(seen[0]?.headers)).not.toMatch(/10\.0\.0\.1|office|DELETE/);
});

test('a query without a path is asked of the API’s own root', async () => {
  const response = await fetch(`${composer.origin}/api?x=1`);
  expect(response.status).toBeLessThan(500);
  expect(seen[0]?.line).toContain('/?x=1');
});

test('a visitor who goes away is not a fault of the API', async () => {
  const socket = connect(Number(new URL(composer.origin).port), '127.0.0.1', () =>
    socket.write('GET /api/never HTTP/1.1\r\nHost: site.test\r\n\r\n'),
  );
  const closed = new Promise<void>((resolve) => api.once('request', (request) => request.once('close', resolve)));
  await eventually(async () => seen.length, Boolean);
  socket.destroy();
  await closed;
  const sending = connect(Number(new URL(composer.origin).port), '127.0.0.1', () => {
    sending.write('POST /api/save HTTP/1.1\r\nHost: site.test\r\nContent-Length: 10\r\n\r\n12345', () =>
      sending.destroy(),
    );
  });
  await new Promise((resolve) => sending.once('close', resolve));
  await fetch(`${composer.origin}/api/list`);
  expect(composer.events.filter(({ level }) => level === 'error')).toEqual([]);
});
