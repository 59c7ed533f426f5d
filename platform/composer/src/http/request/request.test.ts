import { request } from 'node:http';
import { connect } from 'node:net';
import { fixtureStore } from '../../testing/fixture-store';
import { type RunningComposer, runComposer } from '../../testing/running-composer';
import { isPrivatePath, parseRequestUrl, traceOf } from './request';

describe('a request', () => {
  const ORIGIN = 'https://site.test';

  test.each([
    ['/contact?a=b', '/contact?a=b'],
    ['http://site.test/contact?a=b', '/contact?a=b'],
    ['HTTPS://elsewhere.example:8080/contact', '/contact'],
  ])('%s asks for %s of this site', (asked, path) => {
    expect(parseRequestUrl(asked, ORIGIN)).toEqual(new URL(path, ORIGIN));
  });

  test.each([
    '',
    '*',
    'contact',
    '//elsewhere.example/',
    'http://site.test//elsewhere.example/',
    'http://site.test/.//elsewhere.example/',
    'http:///contact',
    'http://site.test',
    'http://site.test\\contact',
    '/\\elsewhere.example/contact',
    '/a\\b',
    'ftp://site.test/contact',
    'site.test:443',
    '/%',
    '/%00',
  ])('"%s" is not an address', (asked) => {
    expect(parseRequestUrl(asked, ORIGIN)).toEqual({ status: 400 });
  });

  test.each([
    [4_096, undefined],
    [4_097, 414],
  ])('an address of %d characters is too long: %s', (length, status) => {
    const asked = parseRequestUrl('/'.padEnd(length, 'a'), ORIGIN);
    expect('status' in asked ? asked.status : undefined).toBe(status);
  });
});

describe('private paths', () => {
  test.each([
    '/metrics',
    '/%6detrics',
    '/Metrics',
    '//metrics',
    '/metrics;a=b',
    '/metrics/',
    '/%72eadyz',
    '/%2Fhealthz',
    '/office/inbox',
    '/.%2fmetrics',
    '/%2e%2e%2fmetrics',
    '/posts/..%2Fmetrics',
    '/posts/..;x/%6detrics',
    '/..%5cmetrics',
    '/%ff',
  ])('%s is not for visitors', (path) => {
    expect(isPrivatePath(path)).toBe(true);
  });

  test.each([
    '/',
    '/formdata/api_blog_list.php',
    '/metrics-of-linen',
    '/offices',
    '/v1.0/email/send-form',
    '/v1.0/email/send',
    '/%256detrics',
  ])('%s is', (path) => {
    expect(isPrivatePath(path)).toBe(false);
  });
});

describe('the trace of a request', () => {
  const GIVEN = '4bf92f3577b34da6a3ce929d0e0e4736';

  test('a request that is part of a trace goes on with it, under a step of its own', () => {
    const trace = traceOf({ headers: { traceparent: `00-${GIVEN}-00f067aa0ba902b7-00` } });
    expect(trace.id).toBe(GIVEN);
    expect(trace.traceparent).toMatch(new RegExp(`^00-${GIVEN}-(?!00f067aa0ba902b7)[0-9a-f]{16}-00$`));
  });

  test.each([
    '',
    'nonsense',
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${GIVEN}-${'0'.repeat(16)}-01`,
    `00-${GIVEN}-x\r\ny-01`,
  ])('any other begins one: %j', (traceparent) => {
    const trace = traceOf({ headers: { traceparent } });
    expect(trace.id).toMatch(/^(?!0{32})[0-9a-f]{32}$/);
    expect([trace.id, trace.parentSpanId]).toEqual([expect.not.stringContaining(GIVEN), undefined]);
    expect(trace.traceparent).toMatch(new RegExp(`^00-${trace.id}-[0-9a-f]{16}-01$`));
  });
});

describe('addresses', () => {
  /** Sends a path unchanged; `fetch` would normalise it. */
  const raw = (origin: string, path: string, method = 'GET'): Promise<number> =>
    new Promise((resolve, reject) => {
      const { hostname, port } = new URL(origin);
      request({ hostname, port, path, method }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
        .on('error', reject)
        .end();
    });

  let composer: RunningComposer;
  beforeAll(async () => {
    composer = await runComposer(await fixtureStore(), { API_PORT: '1' });
  });
  afterAll(() => composer.close());

  const get = (path: string) => fetch(composer.origin + path, { redirect: 'manual' });

  test('moves an address of very many slashes at once', async () => {
    const began = performance.now();
    for (let turn = 0; turn < 50; turn += 1) expect(await raw(composer.origin, `/a${'/'.repeat(4_000)}b/`)).toBe(308);
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  test.each([
    ['/%', 400],
    ['/%ff', 400],
    ['/%00', 400],
    ['//other.example/', 400],
    ['/.//other.example/', 400],
    ['/x/..//other.example/', 400],
    ['/..%2f..%2fetc/passwd', 404],
    ['/../../etc/passwd', 404],
    ['/_releases/mf-blog/1.0.0/../../../registry.json', 404],
    ['/_releases/mf-blog/1.0.0/..%2f..%2f..%2fregistry.json', 404],
    ['/_releases/mf-blog/1.0.0/node/render.mjs', 404],
    ['/_releases/mf-blog/9.9.9/remoteEntry.js', 404],
    ['/_releases/../package.json', 404],
    ['/_releases/constructor/assets/x.js', 404],
    ['/api/metrics', 404],
    ['/api/%6detrics', 404],
    ['/api/%72eadyz', 404],
    ['/api//readyz', 404],
    ['/api/healthz;x', 404],
    ['/api/../api/readyz', 404],
  ])('refuses %s with %d', async (path, status) => {
    expect(await raw(composer.origin, path)).toBe(status);
  });

  test('refuses an address of eight thousand characters', async () => {
    expect(await raw(composer.origin, `/${'a'.repeat(8_000)}`)).toBe(414);
  });

  test('shows who mistyped an address the way back', async () => {
    const response = await get('/100%');
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toMatch(/html/);
    expect(await response.text()).toContain('Oops! Page Not Found');
  });

  test('leads every spelling of an address to the one that it is known by', async () => {
    for (const path of ['/%62log/linen', '/blog//linen', '/blog////linen']) {
      const response = await get(path);
      expect([response.status, response.headers.get('location')]).toEqual([308, '/blog/linen']);
    }
    expect((await get('/blog/caf%C3%A9%20a%2Fb')).status).toBe(200);
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'])('refuses to %s a page with 405', async (method) => {
    expect(await raw(composer.origin, '/blog', method)).toBe(405);
  });

  test.each([
    ['GET /blog HTTP/1.1\r\nHost: site.test\r\nHost: other.test', 400],
    ['GET /blog HTTP/1.1\r\nHost: site.test\r\nhOST: site.test', 400],
    ['GET /blog HTTP/1.1\r\nHost: site.test\r\nX-Forwarded-Host: other.test', 200],
  ])('answers a request that names its host so: %j', async (head, status) => {
    const socket = connect(Number(new URL(composer.origin).port), '127.0.0.1');
    socket.setEncoding('utf8').write(`${head}\r\nConnection: close\r\n\r\n`);
    let answer = '';
    for await (const part of socket) answer += part;
    expect(answer.slice(0, 12)).toBe(`HTTP/1.1 ${status}`);
  });

  test('says what a page can be asked for instead', async () => {
    const response = await fetch(`${composer.origin}/blog`, { method: 'POST', body: '' });
    expect(response.headers.get('allow')).toBe('GET, HEAD');
  });

  test('leads an address with a trailing slash to the one without', async () => {
    const response = await get('/blog/?page=2');
    expect(response.status).toBe(308);
    expect(response.headers.get('location')).toBe('/blog?page=2');
  });
});
