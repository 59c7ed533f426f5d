import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { freePort } from '../run/spawn';
import { findNginx, type RunningNginx, runNginx } from './testing/running-nginx';

let nginx: RunningNginx;
let origin: string;
let composers: Server[];
/** Requests that reached a composer. */
let seen: { name: string; method: string; path: string; headers: IncomingHttpHeaders }[];
/** A composer's caching headers, by path. */
const CACHING: Record<string, Record<string, string>> = {
  '/courses': { 'cache-control': 'public, max-age=0, s-maxage=1', 'x-accel-expires': '@1', 'cache-tag': 'shell@1' },
  '/_releases/mf-blog/assets/a.js': { 'cache-control': 'public, max-age=31536000, immutable' },
};

/** A composer's headers of a page during a canary: the page is private to one visitor. */
const CANARY = {
  'cache-control': 'private, no-cache',
  'x-accel-expires': '0',
  'set-cookie': 'bucket=7',
  vary: 'cookie',
};
let canary: boolean;

const composer = async (name: string): Promise<Server> => {
  const server = createServer((request, response) => {
    seen.push({ name, method: request.method ?? '', path: request.url ?? '', headers: request.headers });
    if (request.headers['x-test'] === 'dies') return void response.destroy();
    if (request.headers['x-test'] === 'is alone') return void response.writeHead(502).end(name);
    const caching = canary ? CANARY : CACHING[request.url ?? ''];
    response.writeHead(200, { vary: 'accept-encoding', ...caching }).end(`${name} ${seen.length}`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
};

const gone = (server: Server | undefined) => {
  server?.closeAllConnections();
  server?.close();
};

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

/** Timeout of a request. */
const SILENCE_MS = 5_000;
const KEPT_WITHIN_MS = 10_000;
const ask = (path: string, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(origin + path, { headers, signal: AbortSignal.timeout(SILENCE_MS) });

const look = async (path: string, headers?: Record<string, string>) => {
  const response = await ask(path, headers);
  return { status: response.status, state: response.headers.get('x-cache'), text: await response.text() };
};

/** Waits until nginx reports this cache state, because it stores a response after sending it. @throws with the last state */
const kept = async (path: string, state: string, headers?: Record<string, string>): Promise<void> => {
  const giveUp = performance.now() + KEPT_WITHIN_MS;
  for (let seen = await look(path, headers); seen.state !== state; seen = await look(path, headers)) {
    if (performance.now() > giveUp) throw new Error(`${path} is not ${state} but ${JSON.stringify(seen)}.`);
  }
};

beforeAll(() => void findNginx(), 300_000);

describe('nginx before two composers', () => {
  beforeEach(async () => {
    canary = false;
    composers = [await composer('one'), await composer('other')];
    nginx = await runNginx(composers.map(portOf), [await freePort()]);
    origin = nginx.origin;
    seen = [];
  });
  afterEach(async () => {
    composers.forEach(gone);
    await nginx.stop();
  });

  it('gives every request a trace, and goes on with one that is given', async () => {
    const given = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
    await fetch(`${origin}/contact`);
    await fetch(`${origin}/contact`, { headers: { traceparent: given } });
    // Ids of zeros name none: a composer would begin another trace than the one in nginx's log.
    for (const traceparent of ['nonsense', given.replaceAll('a', '0'), given.replaceAll('b', '0')])
      await fetch(`${origin}/contact`, { headers: { traceparent } });
    const [own, same, ...made] = seen.map(({ headers }) => headers.traceparent);
    expect(same).toBe(given);
    for (const trace of [own, ...made]) expect(trace).toMatch(/^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-01$/);
  });

  it('says who asks, where and how, whatever they say themselves, over connections that stay', async () => {
    await ask('/contact', { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'https' });
    const { host, connection, ...headers } = seen[0]?.headers ?? {};
    expect([host, connection]).toEqual([new URL(origin).host, undefined]);
    expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' });
  });

  it('asks for a page each time, and goes on with what it has when every composer is gone', async () => {
    await kept('/courses', 'EXPIRED');
    const before = seen.length;
    const last = await look('/courses');
    expect([last.state, seen.length]).toEqual(['EXPIRED', before + 1]);
    composers.forEach(gone);
    for (let round = 0; round < 3; round += 1) expect(await look('/courses')).toEqual({ ...last, state: 'STALE' });
  });

  it('hands out no page of before while a canary runs, however many ask at once', async () => {
    await kept('/courses', 'EXPIRED');
    canary = true;
    const looks = await Promise.all(Array.from({ length: 60 }, () => ask('/courses')));
    expect(looks.filter(({ headers }) => !headers.has('set-cookie'))).toEqual([]);
    expect(looks.filter(({ headers }) => headers.get('x-cache') === 'HIT')).toEqual([]);
  });

  it('keeps a file of a release, one copy for all ways to say what a browser unpacks', async () => {
    await kept('/_releases/mf-blog/assets/a.js', 'HIT', { 'accept-encoding': 'gzip, deflate, br, zstd' });
    for (const accepted of ['br', 'BR;q=1.0, gzip;q=0.5']) {
      expect((await look('/_releases/mf-blog/assets/a.js', { 'accept-encoding': accepted })).state).toBe('HIT');
    }
    expect(seen[0]?.headers['accept-encoding']).toBe('br');
  });

  it.each([
    ['br; q=0, gzip;q=0.5', 'gzip'],
    ['br;q=0.9, gzip;q=0.8', 'br'],
    ['gzip ; q=0.000, br;q=0', undefined],
  ])('asks for what "%s" takes, as a composer reads it', async (accepted, asked) => {
    await ask('/contact', { 'accept-encoding': accepted });
    expect(seen[0]?.headers['accept-encoding']).toBe(asked);
  });

  it('gives a page of another origin no copy that lets another one read it', async () => {
    await kept('/_releases/mf-blog/assets/a.js', 'HIT');
    const other = await look('/_releases/mf-blog/assets/a.js', { origin: 'https://intranet.test' });
    expect([other.state, seen.at(-1)?.headers.origin]).toEqual(['MISS', 'https://intranet.test']);
  });

  it('passes on a page that names many styles and policies in its headers', async () => {
    const link = Array.from({ length: 60 }, (_, at) => `</_releases/mf-team/assets/part-${at}.css>; rel=preload`);
    CACHING['/many'] = {
      link: link.join(', '),
      'content-security-policy': `img-src ${'https://a.example '.repeat(60)}`,
    };
    expect((await ask('/many')).status).toBe(200);
  });

  it('lets a page ask whether a frame has a page, without an error for one that has none', async () => {
    await fetch(`${origin}/_isolated/mf-blog/contact`, { method: 'HEAD' });
    expect(seen.map(({ method }) => method)).toEqual(['HEAD']);
  });

  it('takes no address for another one that ends as the name of an encoding', async () => {
    await kept('/courses', 'EXPIRED', { 'accept-encoding': 'br' });
    expect((await look('/coursesbr', { 'accept-encoding': 'identity' })).state).toBe('MISS');
  });

  it('keeps nothing of a visitor with a cookie, of a call, or of what is posted', async () => {
    for (let round = 0; round < 2; round += 1) {
      await fetch(`${origin}/_releases/mf-blog/assets/a.js`, { headers: { cookie: 'bucket=7' } });
      await fetch(`${origin}/api/formdata/api_blog_list.php`);
      await fetch(`${origin}/contact`, { method: 'POST', body: 'a=1' });
    }
    expect(seen).toHaveLength(6);
  });

  it('does not let a visitor notice that a composer has died', async () => {
    gone(composers[0]);
    const pages = await Promise.all(
      Array.from({ length: 40 }, (_, index) => fetch(`${origin}/product/${index}`).then((response) => response.text())),
    );
    expect(new Set(pages.map((page) => page.split(' ')[0]))).toEqual(new Set(['other']));
  });

  it('tries a form again when its composer dies over it, and an order never', async () => {
    const post = (path: string) =>
      fetch(origin + path, { method: 'POST', body: '{}', headers: { 'x-test': 'dies' } }).then(({ status }) => status);
    expect(await post('/api/save_home_form.php')).toBe(502);
    expect(new Set(seen.map(({ name }) => name))).toEqual(new Set(['one', 'other']));
    seen = [];
    expect(await post('/api/create_order.php')).toBe(502);
    expect(seen).toHaveLength(1);
  });

  it('asks another composer when an API is away, and leaves none out for it', async () => {
    for (const [method, path] of [
      ['GET', '/api/formdata/api_blog_list.php'],
      ['POST', '/api/save_home_form.php'],
      ['POST', '/api/create_order.php'],
      ['POST', '/contact'],
    ] as const) {
      for (let round = 0; round < 4; round += 1) {
        const asked = await fetch(origin + path, { method, headers: { 'x-test': 'is alone' } });
        expect([asked.status, /^(one|other)$/.test(await asked.text())]).toEqual([502, true]);
      }
      expect(new Set(seen.map(({ name }) => name))).toEqual(new Set(['one', 'other']));
      seen = [];
      const pages = await Promise.all(Array.from({ length: 8 }, (_, index) => ask(`/of${path}/${index}`)));
      expect(new Set(pages.map(({ status }) => status))).toEqual(new Set([200]));
      seen = [];
    }
  });

  it('shows the numbers for operators to nobody, nor of which version it is', async () => {
    const refused = await fetch(`${origin}/metrics`);
    expect([refused.status, refused.headers.get('server')]).toEqual([404, 'nginx']);
    expect(await refused.text()).not.toMatch(/nginx\//);
    expect(seen).toHaveLength(0);
  });
});
