import { production } from './production';

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
