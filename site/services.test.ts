import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { production, services } from './services';

const settingsOf = (env: NodeJS.ProcessEnv) => services.find(({ name }) => name === 'api')?.settingsFor?.(env);

test('the API’s mails link to the office that starts beside it, and in production to the one that is named', () => {
  expect(settingsOf({})).toEqual({ OFFICE_ORIGIN: 'http://localhost:3400' });
  expect(settingsOf({ OFFICE_PORT: '4400' })).toEqual({ OFFICE_ORIGIN: 'http://localhost:4400' });
  expect(settingsOf({ NODE_ENV: 'production', OFFICE_PORT: '4400' })).toEqual({});
});

test('a change of a module of the site rebuilds the API that imports it', () => {
  const made = services.find(({ name }) => name === 'api')?.alsoMadeOf ?? [];
  const texts = globSync('api/src/**/*.ts', { cwd: join(__dirname, '..') }).map((file) =>
    readFileSync(join(__dirname, '..', file), 'utf8'),
  );
  const imported = texts.flatMap((text) => [...text.matchAll(/from 'site(\/[\w-]+)'/g)].map(([, name]) => `.${name}`));
  expect(imported).toContain('./settings');
  const { exports: modules } = JSON.parse(readFileSync(join(__dirname, 'package.json'), 'utf8'));
  const files = [...new Set(imported)].map((name) => modules[name].slice('./'.length));
  expect(files.filter((file) => !made.some((place) => file === place || file.startsWith(`${place}/`)))).toEqual([]);
});

const COMPLETE = {
  PAYMENT_KEY_ID: 'rzp_live_1',
  PAYMENT_CHECKOUT_URL: 'https://checkout.razorpay.com/v1/checkout.js',
};

const refused = (env: NodeJS.ProcessEnv): string[] =>
  production.filter(({ fits }) => !fits?.(env)).map(({ name }) => name);

test('needs the keys of a real account, and an https checkout', () => {
  expect(refused(COMPLETE)).toEqual([]);
  expect(refused({})).toEqual(['PAYMENT_KEY_ID', 'PAYMENT_CHECKOUT_URL']);
  expect(refused({ ...COMPLETE, PAYMENT_KEY_ID: 'rzp_test_sandbox' })).toEqual(['PAYMENT_KEY_ID']);
  expect(refused({ ...COMPLETE, PAYMENT_KEY_ID: 'rzp_test_1' })).toEqual(['PAYMENT_KEY_ID']);
  expect(refused({ ...COMPLETE, PAYMENT_CHECKOUT_URL: 'http://localhost:3200/checkout.js' })).toEqual([
    'PAYMENT_CHECKOUT_URL',
  ]);
});

test("takes the provider's test keys on a staging site that says so", () => {
  expect(refused({ ...COMPLETE, TEST_PAYMENTS: '1', PAYMENT_KEY_ID: 'rzp_test_1' })).toEqual([]);
});
