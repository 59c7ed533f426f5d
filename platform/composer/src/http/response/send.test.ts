import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import { brotliCompress, brotliDecompressSync } from 'node:zlib';
import type { ReleaseManifest } from '@wholepage/contracts/release';
import { contentType } from '../../files/static-files';
import { readSettings } from '../../settings/settings';
import { fixtureSite } from '../../testing/fixture-site';
import { eventually } from '../../testing/running-composer';
import {
  contentSecurityPolicy,
  fileSecurityHeaders,
  PRIVATE_CACHING,
  pageCaching,
  StoredResponse,
  securityHeaders,
  send,
} from './send';

jest.mock('node:zlib', () => {
  const zlib = jest.requireActual<typeof import('node:zlib')>('node:zlib');
  return { ...zlib, brotliCompress: jest.fn(zlib.brotliCompress) };
});

describe('security headers', () => {
  const ROOT = resolve(__dirname, '../../../../..');
  const CHECKOUT = 'https://checkout.example';
  const directives = (env: Record<string, string>, script: string[] = [CHECKOUT]): Record<string, string> => {
    const policy = contentSecurityPolicy(readSettings(env, ROOT, fixtureSite), {
      script,
      frame: script,
      connect: script,
    });
    return Object.fromEntries(policy.split('; ').map((line) => [line.split(' ')[0], line]));
  };

  test("adds the sources that the site's policy names for this very page", () => {
    const env = {
      ARTICLES_HOST: 'https://articles.example/posts',
      WIDGET_ORIGINS: 'https://a.example, https://b.example/x',
    };
    expect(directives(env)).toMatchObject({
      'script-src': `script-src 'self' ${CHECKOUT} https://a.example https://b.example`,
      'frame-src': `frame-src ${CHECKOUT} https://a.example https://b.example`,
      'img-src': "img-src 'self' https://articles.example",
      'form-action': "form-action 'self' https://articles.example",
      'connect-src': `connect-src 'self' ${CHECKOUT} https://articles.example`,
    });
    expect(directives(env, [])).toMatchObject({ 'script-src': "script-src 'self'", 'frame-src': "frame-src 'none'" });
  });

  test('names the setting that is not a list of origins', () => {
    expect(() => readSettings({ WIDGET_ORIGINS: 'widget' }, ROOT, fixtureSite)).toThrow(/WIDGET_ORIGINS/);
  });

  test('tells browsers what every page is held to', () => {
    expect(securityHeaders('text/html; charset=utf-8')).toEqual({
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      // The checkout requests payments from within the page.
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=(), payment=(self)',
      // The checkout opens windows of banks, which send messages to the page.
      'cross-origin-opener-policy': 'same-origin-allow-popups',
      'x-frame-options': 'DENY',
    });
  });

  test('lets a drawing that is opened by itself have its own styles, and no script', () => {
    expect(fileSecurityHeaders(contentType('a.svg'))['content-security-policy']).toBe(
      "default-src 'none'; style-src 'self' 'unsafe-inline'; sandbox",
    );
  });

  const OF_DOCUMENTS = ['referrer-policy', 'permissions-policy', 'cross-origin-opener-policy', 'x-frame-options'];

  test.each(['a.svg', 'a.json', 'a.txt', 'a.unknown'])('%s may be a document, and is governed like one', (file) => {
    const headers = fileSecurityHeaders(contentType(file));
    expect(Object.keys(headers)).toEqual(expect.arrayContaining(OF_DOCUMENTS));
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';.* sandbox$/);
  });

  test.each(['a.js', 'a.css', 'a.woff2', 'a.avif', 'a.webp', 'a.png', 'a.jpg'])(
    '%s is part of a page: it brings what protects its bytes, and no origin to a window of its own',
    (file) => {
      expect(fileSecurityHeaders(contentType(file))).toEqual({
        'strict-transport-security': expect.any(String),
        'x-content-type-options': 'nosniff',
        'content-security-policy': 'sandbox',
        'cross-origin-resource-policy': 'same-origin',
      });
    },
  );

  test.each(['a.mp4', 'a.webm', 'a.pdf'])(
    '%s keeps the origin without which browsers do not show it; it runs nothing, and no page reaches into its window',
    (file) => {
      expect(fileSecurityHeaders(contentType(file))).toMatchObject({
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'",
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
      });
    },
  );

  test.each(['', 'text/html; charset=utf-8', 'image/svg+xml', 'text/javascript-like', 'application/xhtml+xml'])(
    'an answer of the type "%s" is governed like a document',
    (type) => {
      expect(Object.keys(securityHeaders(type))).toEqual(expect.arrayContaining(OF_DOCUMENTS));
    },
  );

  test('holds a page to its own files and to nothing that it has no use for', () => {
    expect(Object.values(directives({}, []))).toEqual([
      "default-src 'none'",
      "script-src 'self'",
      "style-src 'self'",
      "img-src 'self'",
      "font-src 'self'",
      "media-src 'self'",
      "connect-src 'self'",
      "frame-src 'none'",
      "manifest-src 'self'",
      // Responses of released scripts have no policy that would restrict a worker.
      "worker-src 'none'",
      "form-action 'self'",
      "base-uri 'none'",
      "object-src 'none'",
      "frame-ancestors 'none'",
    ]);
  });

  test.each<[string, Record<string, string>]>([
    ['what it asked for itself', {}],
    ['a host that is named twice, said once', { ARTICLES_HOST: CHECKOUT }],
  ])('lets a page reach %s', (_what, env) => {
    expect(directives(env)).toMatchObject({
      'script-src': `script-src 'self' ${CHECKOUT}`,
      'frame-src': `frame-src ${CHECKOUT}`,
      'connect-src': `connect-src 'self' ${CHECKOUT}`,
    });
  });

  describe('trusted types', () => {
    const policyOf = (script: string[], policies: string[] | undefined) =>
      contentSecurityPolicy(readSettings({}, ROOT, fixtureSite), { script }, policies);

    test('are required of a page whose releases tell their policies', () => {
      expect(policyOf([], ['loader', 'posts'])).toMatch(
        /; require-trusted-types-for 'script'; trusted-types loader posts$/,
      );
    });

    test.each<[string, string[], string[] | undefined]>([
      ['with the script of a payment provider, which has none', [CHECKOUT], ['loader']],
      ['with a release that tells no policies', [], undefined],
    ])('are not required of a page %s', (_which, script, policies) => {
      expect(policyOf(script, policies)).not.toContain('trusted-types');
    });
  });
});

describe('stored responses', () => {
  /** Bytes that a body occupies in memory. */
  const kept = (body: Buffer | undefined): number => body?.buffer.byteLength ?? 0;

  test.each(['identity', 'br', 'gzip'] as const)('keeps no more in memory than what it sends: %s', async (encoding) => {
    const response = new StoredResponse(200, {}, Buffer.from('<h1>The Pattern Book</h1>'.repeat(100)));
    const { body } = await response.in(encoding);
    expect(kept(body)).toBe(body.length);
    expect(kept(response.body)).toBe(response.body.length);
  });

  const PAGE = Buffer.from(Array.from({ length: 500 }, (_, row) => `<p>Row ${row} of the pattern book</p>`).join(''));

  test.each(['br', 'gzip'] as const)('makes %s once for all who ask at the same time', async (encoding) => {
    const response = new StoredResponse(200, {}, PAGE);
    expect(response.ready(encoding)).toBeUndefined();
    const [first, second] = await Promise.all([response.in(encoding), response.in(encoding)]);
    expect(second).toBe(first);
    expect(response.ready(encoding)).toBe(first);
  });

  test('brotli, which is preferred, is the smallest', async () => {
    const response = new StoredResponse(200, {}, PAGE);
    const [br, gzip] = await Promise.all([response.in('br'), response.in('gzip')]);
    expect(br.body.length).toBeLessThan(gzip.body.length);
  });

  describe('a page that is sent again in brotli', () => {
    const text = readFileSync(join(__dirname, 'send.ts'));
    const response = new StoredResponse(200, { 'content-type': 'text/html' }, text);
    const server = createServer((request, answer) => void send(request, answer, response));
    const get = async (tag?: string) => {
      const { port } = server.address() as AddressInfo;
      const headers = { 'accept-encoding': 'br', ...(tag && { 'if-none-match': tag }) };
      const { status, headers: got } = await fetch(`http://localhost:${port}/`, { headers });
      return { status, bytes: Number(got.get('content-length')), tag: got.get('etag') ?? '' };
    };
    beforeAll(async () => {
      server.listen(0);
      await once(server, 'listening');
    });
    afterAll(() => server.close());

    test('is smaller for those who come later, and is known to those who have the first copy', async () => {
      const first = await get();
      expect(await get()).toEqual(first);
      const later = await eventually(get, ({ bytes }) => bytes < first.bytes);
      expect(later.tag).not.toBe(first.tag);
      expect(await get(first.tag)).toMatchObject({ status: 304, tag: first.tag });
      expect(await get(later.tag)).toMatchObject({ status: 304, tag: later.tag });
      expect(brotliDecompressSync((await response.in('br')).body).equals(text)).toBe(true);
    });
  });
});

describe('shared caches', () => {
  const release = (app: string, version: string) => ({ app, version }) as ReleaseManifest;
  const RELEASES = [release('shell', '1.0.0'), release('mf-blog', '2.1.0')];

  test('a browser asks each time, a shared cache once a second, and both go on for a day while nobody answers', () => {
    expect(pageCaching(RELEASES, false)).toEqual({
      'cache-control': 'public, max-age=0, s-maxage=1, stale-if-error=86400',
      'cdn-cache-control': 'max-age=1, stale-while-revalidate=10, stale-if-error=86400',
      'cache-tag': 'shell@1.0.0,mf-blog@2.1.0',
    });
  });

  test('nginx in front keeps a page for when nobody answers, and takes it for outdated at once', () => {
    expect(pageCaching(RELEASES, true)['x-accel-expires']).toBe('@1');
  });

  test('what is one visitor’s alone is kept by no cache in front', () => {
    expect(PRIVATE_CACHING).toEqual({ 'cdn-cache-control': 'private, no-store', 'x-accel-expires': '0' });
  });
});

describe('compression that fails', () => {
  const PAGE = Buffer.from('<p>A row of the pattern book</p>'.repeat(200));
  const failsOnce = () =>
    jest.mocked(brotliCompress).mockImplementationOnce(((_body: unknown, _options: unknown, done: unknown) => {
      if (typeof done === 'function') done(new Error('Out of memory'));
    }) as typeof brotliCompress);

  test('a compression that fails costs its visitor some bytes, and the next one nothing', async () => {
    failsOnce();
    const response = new StoredResponse(200, {}, PAGE);
    const whole = await response.in('br');
    expect([whole.body.equals(PAGE), whole.headers.includes('content-encoding')]).toEqual([true, false]);
    expect(response.ready('br')).toBeUndefined();
    const packed = await response.in('br');
    expect(packed.body.length).toBeLessThan(PAGE.length);
    expect(response.ready('br')).toBe(packed);
  });
});
