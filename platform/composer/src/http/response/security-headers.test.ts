import { resolve } from 'node:path';
import { contentType } from '../../files/static-files';
import { readSettings } from '../../settings/settings';
import { fixtureSite } from '../../testing/fixture-site';
import { contentSecurityPolicy, fileSecurityHeaders, securityHeaders } from './send';

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
    // The checkout asks for a payment from within the page.
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=(), payment=(self)',
    // The checkout opens windows of banks, which answer the page.
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

test.each(['a.svg', 'a.json', 'a.pdf', 'a.txt', 'a.unknown'])(
  '%s may be a document, and is governed like one',
  (file) => {
    const headers = fileSecurityHeaders(contentType(file));
    expect(Object.keys(headers)).toEqual(expect.arrayContaining(OF_DOCUMENTS));
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';.* sandbox$/);
  },
);

test.each(['a.js', 'a.css', 'a.woff2', 'a.avif', 'a.webp', 'a.png', 'a.jpg', 'a.mp4'])(
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
    // Released scripts have no policy that a worker of one would be held to.
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
