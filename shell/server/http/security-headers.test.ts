import { resolve } from 'node:path';
import { readSettings } from '../settings/settings';
import { contentSecurityPolicy } from './security-headers';

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
