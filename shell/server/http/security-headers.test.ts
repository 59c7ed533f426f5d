import { resolve } from 'node:path';
import { contentType } from '../files/content-types';
import { readSettings } from '../settings/settings';
import { contentSecurityPolicy, fileSecurityHeaders, securityHeaders } from './security-headers';

const ROOT = resolve(__dirname, '../../..');
const CHECKOUT = 'https://checkout.razorpay.com';
const directives = (env: Record<string, string>, script: string[] = [CHECKOUT]): Record<string, string> => {
  const policy = contentSecurityPolicy(readSettings(env, ROOT), { script, frame: script, connect: script });
  return Object.fromEntries(policy.split('; ').map((line) => [line.split(' ')[0], line]));
};
const RAZORPAY = { PAYMENT_CHECKOUT_URL: `${CHECKOUT}/v1/checkout.js` };

test('lets in what the real checkout loads, opens and calls', () => {
  expect(directives(RAZORPAY)).toMatchObject({
    'script-src': `script-src 'self' ${CHECKOUT} https://cdn.razorpay.com`,
    'frame-src': `frame-src ${CHECKOUT} https://api.razorpay.com`,
    'img-src': "img-src 'self' https://cdn.razorpay.com",
    'connect-src': expect.stringContaining('https://lumberjack-metrics.razorpay.com'),
  });
});

test('lets none of it into a page without a checkout', () => {
  expect(JSON.stringify(directives(RAZORPAY, []))).not.toContain('razorpay');
});

test('takes the hosts from the settings', () => {
  const set = {
    ...RAZORPAY,
    PAYMENT_CSP_SCRIPT: 'https://a.example, https://b.example/x',
    PAYMENT_CSP_IMG: 'https://c.example',
  };
  expect(directives(set)).toMatchObject({
    'script-src': `script-src 'self' ${CHECKOUT} https://a.example https://b.example`,
    'img-src': "img-src 'self' https://c.example",
  });
});

test('names the setting that is no list of origins', () => {
  expect(() => readSettings({ PAYMENT_CSP_FRAME: 'razorpay' }, ROOT)).toThrow(/PAYMENT_CSP_FRAME/);
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

test('lets no page start a worker, which released scripts have no policy for', () => {
  expect(directives({})['worker-src']).toBe("worker-src 'none'");
});
