import { readSettings } from './settings';

test('starts with nothing set', () => {
  expect(readSettings({})).toEqual({
    port: 3200,
    host: '127.0.0.1',
    keyId: 'rzp_test_sandbox',
    keySecret: 'sandbox_secret',
    webhookSecret: 'sandbox_webhook_secret',
    webhookUrl: 'http://localhost:3100/webhooks/payment',
  });
  expect(readSettings({ API_ORIGIN: 'http://api:3100/' }).webhookUrl).toBe('http://api:3100/webhooks/payment');
});

test('refuses to run in production', () => {
  expect(() => readSettings({ NODE_ENV: 'production' })).toThrow(/does not start with NODE_ENV=production/);
  expect(() => readSettings({ NODE_ENV: 'Production' })).toThrow(/does not start with NODE_ENV=Production/);
});

test.each([
  ['PAYMENT_SANDBOX_PORT', '80x', 'PAYMENT_SANDBOX_PORT is "80x", but must be a whole number from 0 to 65535.'],
  ['PAYMENT_SANDBOX_PORT', '70000', 'PAYMENT_SANDBOX_PORT is "70000", but must be a whole number from 0 to 65535.'],
])('says in one sentence what is wrong with %s=%s', (name, value, sentence) => {
  expect(() => readSettings({ [name]: value })).toThrow(sentence);
});
