import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ReleaseFragment } from '@wholepage/contracts/render';
import { promote } from '@wholepage/releases/steps';
import { ask } from '../../testing/browser-visit';
import { fixtureStore, SERVER_ENTRIES, writeRelease } from '../../testing/fixture-store';
import { type RunningComposer, runComposer } from '../../testing/running-composer';

/** What reached a back end. */
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

/** A page that shows what the address in its query answers. */
const READS = `
  const read = async (fetch, address) => fetch(address).then((answer) => answer.text(), (error) => 'refused: ' + error.message);
  export async function render({ url, fetch }) {
    const html = '<p>' + await read(fetch, new URL(url).searchParams.get('ask') ?? '/api/decide/price') + '</p>';
    return { status: 200, head: { title: 'Read' }, html, data: null, maxAge: 60 };
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
      cookie: request.headers.cookie,
      body: await bodyOf(request),
    });
    if (request.url === '/never') return void request.socket.destroy();
    if (request.url === '/cart') return void response.end(`cart of ${request.headers.cookie ?? 'nobody'}`);
    if (request.url === '/buy/2') {
      response.writeHead(303, {
        location: '/thanks',
        'cache-control': 'public, max-age=60',
        'set-cookie': ['cart=two; Path=/; HttpOnly; Domain=evil.test', 'draw=1; Path=/', 'other=1'],
      });
      return void response.end();
    }
    if (request.url === '/absolute') {
      const location = `http://127.0.0.1:${request.socket.localPort}/thanks?a=1`;
      response.writeHead(303, { location, 'set-cookie': 'cart=one; Path=/' });
      return void response.end();
    }
    response.end('decide says 1000');
  });
  explore = createServer((_request, response) => response.end('explore says hello'));
  siteApi = createServer((request, response) => response.end(`the site says ${request.url}`));
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
  composer = await runComposer(store, { API_PORT: apiPort, API_ORIGINS: JSON.stringify(origins) });
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
    expect((await get('/api/decide/price?of=1')).text).toBe('decide says 1000');
    expect(seen.map(({ line }) => line)).toEqual(['GET /price?of=1']);
    expect((await get('/api/explore/')).text).toBe('explore says hello');
    expect((await get('/api/list')).text).toBe('the site says /list');
  });

  test('bring the declared cookies and no others', async () => {
    await get('/api/decide/price', { cookie: 'cart=1; office-session=2; draw=3' });
    await get('/api/explore/price', { cookie: 'cart=1' });
    expect(seen.map(({ cookie }) => cookie)).toEqual(['cart=1']);
  });

  test('bring no cookie when a page of another site posts', async () => {
    await post('/api/decide/price', { origin: 'https://evil.test', cookie: 'cart=1' });
    expect(seen.map(({ cookie }) => cookie)).toEqual([undefined]);
  });

  test.each(['metrics', 'healthz', 'office/refund', '%6Detrics'])('do not reach what is private: %s', async (path) => {
    expect((await get(`/api/decide/${path}`)).status).toBe(404);
    expect(seen).toEqual([]);
  });

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
});

describe("a guest's calls", () => {
  test('reach its own back end and the API of the site', async () => {
    expect((await get('/read?ask=/api/decide/price')).text).toContain('<p>decide says 1000</p>');
    expect((await get('/read?ask=/api/list')).text).toContain('<p>the site says /list</p>');
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
    expect((await get('/mine?ask=/api/decide/cart')).text).toContain('<p>cart of nobody</p>');
    expect((await get('/read?ask=/api/decide/cart', { cookie: 'cart=7' })).text).toContain('<p>cart of nobody</p>');
    const fragmentAlone = await get('/_fragments/decide/cart', { cookie: 'cart=7' });
    expect(fragmentAlone.text).toContain('<i>cart of cart=7</i>');
  });
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
