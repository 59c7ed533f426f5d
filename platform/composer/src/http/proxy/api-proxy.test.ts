import { createServer, type IncomingMessage, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import type { ReleaseFragment } from '@wholepage/contracts/render';
import { promote } from '@wholepage/releases/steps';
import type { Settings } from '../../settings/settings';
import { ask } from '../../testing/browser-visit';
import { fixtureStore, SERVER_ENTRIES, writeRelease } from '../../testing/fixture-store';
import { eventually, type RunningComposer, runComposer } from '../../testing/running-composer';
import { traceOf } from '../request/request';
import { ApiProxy, endToEndHeaders, ForeignOrigins, headersForApi, visitorHeaders } from './api-proxy';

describe('the way to the API', () => {
  /** A request that reached the API. */
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
      entry.body = await bodyOf(request).catch(() => 'cut off');
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

  /** Sends these bytes unchanged. @returns all bytes received until the connection closed */
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
    expect(headers.get('x-content-type-options')).toBe('nosniff');
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

  test('uploads that never end take no more than their part of the connections to the API', async () => {
    const head = 'POST /api/upload HTTP/1.1\r\nHost: site.test\r\nContent-Length: 100000\r\n\r\nx';
    const answers: string[] = [];
    const sockets = Array.from({ length: 300 }, () => {
      const socket = connect(Number(new URL(composer.origin).port), '127.0.0.1', () => socket.write(head));
      return socket.on('data', (part) => answers.push(String(part)));
    });
    try {
      await eventually(
        async () => seen.length + answers.length,
        (told) => told === 300,
      );
      const answer = await fetch(`${composer.origin}/api/list`, { signal: AbortSignal.timeout(3_000) });
      expect(await answer.text()).toBe('answer to GET /list');
      expect(answers[0]).toMatch(/^HTTP\/1.1 503 .*Nothing you typed is lost/s);
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  });

  test('headers of one hop, and those that Connection names, go no further in either direction', async () => {
    const answer = await raw(
      'GET /api/list HTTP/1.1\r\nHost: site.test\r\nConnection: close, X-Limit\r\nX-Limit: off\r\nKeep-Alive: 1\r\nTE: trailers\r\nUpgrade: h2c\r\nProxy-Authorization: x\r\nX-Kept: yes\r\n\r\n',
    );
    const { headers } = seen[0] as Seen;
    for (const name of ['x-limit', 'te', 'upgrade', 'proxy-authorization']) expect(headers).not.toHaveProperty(name);
    expect(headers).toMatchObject({ 'x-kept': 'yes', 'x-forwarded-for': '127.0.0.1', 'x-forwarded-host': 'site.test' });
    // By another host than its own an API with HTTPS is not reached: its certificate does not name the site.
    expect(headers.host).toBe(`127.0.0.1:${(api.address() as AddressInfo).port}`);
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
});

describe('headers on their way', () => {
  test.each([
    'connection',
    'expect',
    'host',
    'keep-alive',
    'proxy-authenticate',
    'proxy-authorization',
    'proxy-connection',
    'te',
    'trailer',
    'transfer-encoding',
    'upgrade',
  ])('%s goes no further', (name) => {
    expect(endToEndHeaders({ [name]: 'x', accept: '*/*' })).toEqual({ accept: '*/*' });
  });

  test('what Connection names goes no further, however it is spelled', () => {
    const headers = {
      connection: 'close, X-Limit ,x-other',
      'x-limit': '1',
      'x-other': '2',
      'set-cookie': ['a=b', 'c=d'],
    };
    expect(endToEndHeaders(headers)).toEqual({ 'set-cookie': ['a=b', 'c=d'] });
  });

  test('what was not sent is left out', () => {
    expect(endToEndHeaders({ cookie: undefined, accept: '*/*' })).toEqual({ accept: '*/*' });
  });

  test('sessions of staff stay with the composer; cookies of the site go on', () => {
    const cookie =
      '__Host-console-session=a; basket=b; office-session=c; console-attempt=d; __Host-office-attempt=e; my-console-session=f';
    expect(headersForApi({ cookie }, false)).toEqual({ cookie: 'basket=b; my-console-session=f' });
    expect(headersForApi({ cookie: 'console-session=a', accept: '*/*' }, false)).toEqual({ accept: '*/*' });
  });

  test.each([
    'forwarded',
    'x-real-ip',
    'true-client-ip',
    'x-forwarded-user',
    'x-forwarded-prefix',
    'x-original-url',
    'x-http-method-override',
    'x_forwarded_for',
    'remote_user',
  ])('a visitor tells back ends nothing as a proxy would, by %s', (name) => {
    for (const behindProxy of [false, true])
      expect(visitorHeaders({ [name]: 'x', accept: '*/*' }, behindProxy)).toEqual({ accept: '*/*' });
  });

  test('the protocol is what the proxy in front says, where there is one', () => {
    const headers = { 'x-forwarded-proto': 'https' };
    expect(visitorHeaders(headers, true)).toEqual(headers);
    expect(visitorHeaders(headers, false)).toEqual({});
  });
});

describe('hostile answers', () => {
  /** Response headers that affect the whole site, which a back end may not set. */
  const OF_THE_SITE = {
    'clear-site-data': '"*"',
    'strict-transport-security': 'max-age=0',
    'content-security-policy': "default-src * 'unsafe-inline'",
    'x-frame-options': 'ALLOWALL',
    'x-content-type-options': 'none',
    'service-worker-allowed': '/',
    'access-control-allow-origin': 'https://evil.test',
    'access-control-allow-credentials': 'true',
    refresh: '0; url=https://evil.test',
    'x-accel-redirect': '/metrics',
    'www-authenticate': 'Basic realm="Sign in again"',
    'alt-svc': 'h2="evil.test:443"',
  };

  let evil: Server;
  let composer: RunningComposer;
  beforeAll(async () => {
    evil = createServer((_request, response) => {
      response.writeHead(200, {
        ...OF_THE_SITE,
        'content-type': 'text/html',
        'cache-control': 'max-age=60',
        etag: '"1"',
        'content-disposition': 'inline',
      });
      response.end('<script>document.cookie</script>');
    });
    await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
    const store = await fixtureStore();
    await writeRelease(store, 'evil', '1.0.0', SERVER_ENTRIES.says('Evil'), { actions: ['/evil/act'] });
    await promote(store, 'evil', '1.0.0');
    const origin = `http://127.0.0.1:${(evil.address() as AddressInfo).port}`;
    composer = await runComposer(store, { API_ORIGINS: JSON.stringify({ evil: origin }) });
  });
  afterAll(async () => {
    await composer.close();
    evil.closeAllConnections();
    evil.close();
  });

  const answers = () => [
    fetch(`${composer.origin}/api/evil/page`),
    fetch(`${composer.origin}/evil/act`, { method: 'POST', body: 'a=1', headers: { origin: 'http://site.test' } }),
  ];

  test('a back end describes its own answer, and decides nothing for the site', async () => {
    for (const answer of await Promise.all(answers())) {
      expect(answer.status).toBe(200);
      const given = Object.fromEntries(answer.headers);
      expect(given).toMatchObject({ 'content-type': 'text/html', 'cache-control': 'max-age=60', etag: '"1"' });
      for (const [name, value] of Object.entries(OF_THE_SITE)) expect([name, given[name]]).not.toEqual([name, value]);
    }
  });

  test('a document of a back end runs no script in the origin of the site', async () => {
    for (const answer of await Promise.all(answers())) {
      expect(answer.headers.get('content-security-policy')).toBe(
        "default-src 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; font-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
      );
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });
});

describe('slow bodies', () => {
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
    const settings = { apiOrigin, behindProxy: false, site: { definition: {} } } as Settings;
    proxy = new ApiProxy({ settings, log: jest.fn(), foreign: new ForeignOrigins([]) }, 20);
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
});

describe('back ends of remotes', () => {
  /** A request that reached a back end. */
  interface Seen {
    line: string;
    cookie: string | undefined;
    body: string;
  }

  const route = (path: string, cookies?: string[]) => ({
    path,
    document: false,
    sitemap: [],
    query: ['ask'],
    ...(cookies && { cookies }),
    js: [],
    css: [],
  });

  const fragment: ReleaseFragment = {
    name: 'cart',
    when: 'server',
    maxAge: 60,
    cookies: ['cart'],
    interactive: false,
    js: [],
    css: [],
  };

  /** A page that shows the response of the address in its query. */
  const READS = `
  const read = async (fetch, address) => fetch(address).then((answer) => answer.text(), (error) => 'refused: ' + error.message);
  export async function render({ url, fetch }) {
    const html = '<p>' + await read(fetch, new URL(url).searchParams.get('ask') ?? '/api/decide/price') + '</p>';
    const place = url.includes('/mine') ? '<fragment-slot data-fragment="decide/cart"></fragment-slot>' : '';
    return { status: 200, head: { title: 'Read' }, html: html + place, data: null, maxAge: 60 };
  }
  export async function renderFragment({ fetch }) {
    return { html: '<i>' + await read(fetch, '/api/decide/cart') + '</i>', data: null };
  }`;

  const listen = async (server: Server): Promise<string> => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  };

  const bodyOf = async (request: IncomingMessage): Promise<string> => {
    let body = '';
    for await (const part of request) body += part;
    return body;
  };

  let seen: Seen[] = [];
  let decide: Server;
  let explore: Server;
  let siteApi: Server;
  let composer: RunningComposer;

  beforeAll(async () => {
    decide = createServer(async (request, response) => {
      seen.push({
        line: `${request.method} ${request.url}`,
        cookie: request.headers.cookie ?? request.headers.authorization,
        body: await bodyOf(request),
      });
      if (request.url === '/silent') return;
      if (request.url === '/cart') return void response.end(`cart of ${request.headers.cookie ?? 'nobody'}`);
      if (request.url === '/buy/2') {
        response.writeHead(303, {
          location: '/thanks',
          'cache-control': 'public, max-age=60',
          'set-cookie': ['cart=two; Path=/; HttpOnly; Domain = evil.test', 'draw=1; Path=/', 'other=1'],
        });
        return void response.end();
      }
      const own = `http://127.0.0.1:${request.socket.localPort}`;
      if (request.url === '/absolute') {
        response.writeHead(303, { location: `${own}/thanks?a=1`, 'set-cookie': 'cart=one; Path=/' });
        return void response.end();
      }
      // As servers do that take the slash off the end of an address.
      if (request.url === '//evil.test/') return void response.writeHead(301, { location: `${own}//evil.test` }).end();
      response.end('decide says 1000');
    });
    explore = createServer((_request, response) => response.end('explore says hello'));
    siteApi = createServer(({ url, headers }, response) =>
      response.end(url === '/long' ? 'x'.repeat(2 * 1024 * 1024 + 1) : `the site says ${headers.cookie ?? url}`),
    );
    const origins = {
      decide: await listen(decide),
      explore: await listen(explore),
      // Nobody listens there.
      broken: 'http://127.0.0.1:1',
    };
    const store = await fixtureStore();
    await writeRelease(store, 'decide', '1.0.0', READS, {
      routes: [route('/read'), route('/mine', ['cart'])],
      actions: ['/buy/:id', '/absolute'],
      fragments: [fragment],
    });
    await promote(store, 'decide', '1.0.0');
    await writeRelease(store, 'homeless', '1.0.0', SERVER_ENTRIES.says('Homeless'), { actions: ['/post'] });
    await promote(store, 'homeless', '1.0.0');
    const apiPort = new URL(await listen(siteApi)).port;
    const env = { API_PORT: apiPort, API_ORIGINS: JSON.stringify(origins), FEDERATION_ORIGINS: 'https://shop.test' };
    composer = await runComposer(store, env);
  });
  beforeEach(() => {
    seen = [];
  });
  afterAll(async () => {
    await composer.close();
    for (const server of [decide, explore, siteApi]) {
      server.closeAllConnections();
      server.close();
    }
  });

  const get = async (path: string, headers: Record<string, string> = {}) => {
    const response = await fetch(composer.origin + path, { headers });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };

  const post = (path: string, headers: Record<string, string> = { origin: 'http://site.test' }, body = 'sku=1') =>
    ask(composer.origin + path, new Map(), {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body,
    });

  describe('calls of /api/{remote}', () => {
    test('reach its own back end, others the API of the site', async () => {
      const { text, headers } = await get('/api/decide/price?of=1');
      expect([text, headers.get('cache-control')]).toEqual(['decide says 1000', 'no-store']);
      expect(seen.map(({ line }) => line)).toEqual(['GET /price?of=1']);
      expect((await get('/api/explore/')).text).toBe('explore says hello');
      expect((await get('/api/list')).text).toBe('the site says /list');
    });

    test('bring the declared cookies and no others', async () => {
      await get('/api/decide/price', { cookie: 'cart=1; office-session=2; draw=3' });
      await get('/api/explore/price', { cookie: 'cart=1' });
      expect(seen.map(({ cookie }) => cookie)).toEqual(['cart=1']);
    });

    test('bring no cookie, and set none, when a page of another site posts or reads', async () => {
      const brought = { cookie: 'cart=1', authorization: 'Basic YTpi' };
      const posted = await post('/api/decide/absolute', { origin: 'https://evil.test', ...brought });
      const headers = { origin: 'https://shop.test', ...brought };
      const read = await ask(`${composer.origin}/api/decide/absolute`, new Map(), { headers });
      expect(read.headers['access-control-allow-origin']).toBe('https://shop.test');
      expect(seen.map(({ cookie }) => cookie)).toEqual([undefined, undefined]);
      expect([posted, read].map((answer) => answer.headers['set-cookie'])).toEqual([undefined, undefined]);
    });

    test.each(['metrics', 'healthz', 'office/refund', '%6Detrics'])(
      'do not reach what is private: %s',
      async (path) => {
        expect((await get(`/api/decide/${path}`)).status).toBe(404);
        expect(seen).toEqual([]);
      },
    );

    test('are refused in words when their body is longer than 1 MB', async () => {
      const answer = await post('/api/decide/upload', {}, 'x'.repeat(1024 * 1024 + 1));
      expect(answer.status).toBe(413);
      expect(seen).toEqual([]);
    });
  });

  describe('a back end that is gone', () => {
    test('is left alone after three tries, and costs the others nothing', async () => {
      const statuses = [];
      for (let index = 0; index < 4; index += 1) statuses.push((await get('/api/broken/price')).status);
      expect(statuses).toEqual([502, 502, 502, 503]);
      expect((await get('/api/explore/')).status).toBe(200);
    });

    test('holds two hundred requests where it is silent; the next is told to come again', async () => {
      const gone = new AbortController();
      const ask = () => fetch(`${composer.origin}/api/decide/silent`, { signal: gone.signal }).catch(() => undefined);
      const asked = Array.from({ length: 201 }, ask);
      expect((await Promise.race(asked))?.status).toBe(503);
      gone.abort();
      await Promise.all(asked);
    });
  });

  describe("a guest's calls", () => {
    test('reach its own back end and the API of the site', async () => {
      expect((await get('/read?ask=/api/decide/price')).text).toContain('<p>decide says 1000</p>');
      expect((await get('/read?ask=/api/list')).text).toContain('<p>the site says /list</p>');
    });

    test('get no answer of more than 2 MB', async () => {
      expect((await get('/read?ask=/api/long')).text).toContain('<p>refused: an answer longer than 2097152 bytes');
    });

    test.each(['/api/explore/', '/api/decide/../explore/', '/api/decide/metrics', 'http://127.0.0.1:1/'])(
      'do not reach %s',
      async (address) => {
        expect((await get(`/read?ask=${encodeURIComponent(address)}`)).text).toContain(
          'a page may read from its own remote&#x27;s API and the site&#x27;s only'.replaceAll('&#x27;', "'"),
        );
      },
    );

    test('bring the cookies that the page declares', async () => {
      const mine = await get('/mine?ask=/api/decide/cart', { cookie: 'cart=7; draw=3' });
      expect(mine.text).toContain('<p>cart of cart=7</p>');
      expect(mine.headers.get('cache-control')).toBe('private, no-store');
      const ofSite = await get('/mine?ask=/api/list', { cookie: 'cart=7' });
      expect(ofSite.text).toContain('<p>the site says /list</p>');
      expect((await get('/mine?ask=/api/decide/cart')).text).toContain('<p>cart of nobody</p>');
      expect((await get('/read?ask=/api/decide/cart', { cookie: 'cart=7' })).text).toContain('<p>cart of nobody</p>');
      const fragmentAlone = await get('/_fragments/decide/cart', { cookie: 'cart=7' });
      expect(fragmentAlone.text).toContain('<i>cart of cart=7</i>');
    });
  });

  test('a back end that takes the slash off an address leads to no other site', async () => {
    const { headers } = await ask(`${composer.origin}/api/decide//evil.test/`, new Map());
    expect(headers['location']).toBe('/evil.test');
  });

  describe('an action', () => {
    test('is passed to its back end at the same path, and the redirect to the visitor', async () => {
      const answer = await post('/buy/2', { origin: 'http://site.test', cookie: 'cart=1; draw=2' });
      expect(answer.status).toBe(303);
      expect(answer.headers['location']).toBe('/thanks');
      expect(seen).toEqual([{ line: 'POST /buy/2', cookie: 'cart=1', body: 'sku=1' }]);
    });

    test('sets the declared cookies, for this host', async () => {
      const { headers } = await post('/buy/2');
      expect(headers['set-cookie']).toEqual(['cart=two; Path=/; HttpOnly']);
      expect(headers['cache-control']).toBe('private, no-store');
      expect(composer.events).toContainEqual(
        expect.objectContaining({ event: 'cookie not declared', details: { app: 'decide', cookies: 'draw, other' } }),
      );
    });

    test('leads to the site where its back end names itself, and sets a single cookie', async () => {
      expect((await post('/absolute')).headers).toMatchObject({
        location: '/thanks?a=1',
        'set-cookie': ['cart=one; Path=/'],
      });
    });

    test.each([
      [{ origin: 'https://evil.test' }],
      [{ origin: 'null' }],
      [{}],
      [{ origin: 'http://site.test', 'sec-fetch-site': 'cross-site' }],
    ])('is refused from elsewhere: %j', async (headers) => {
      expect((await post('/buy/2', headers as Record<string, string>)).status).toBe(403);
      expect(seen).toEqual([]);
    });

    test('is refused when it is longer than 64 kB', async () => {
      expect((await post('/buy/2', undefined, 'x'.repeat(64 * 1024 + 1))).status).toBe(413);
      expect(seen).toEqual([]);
    });

    test('is not a page to be read, and other paths take no post', async () => {
      expect((await get('/buy/2')).status).toBe(404);
      expect((await post('/read')).status).toBe(405);
      expect(seen).toEqual([]);
    });

    test('of a remote without a back end says that it cannot be taken now', async () => {
      const { status, headers } = await post('/post');
      expect([status, headers['retry-after']]).toEqual([503, '5']);
    });
  });
});
