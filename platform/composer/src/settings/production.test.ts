import { requireProductionSettings } from './production';

const COMPLETE = {
  NODE_ENV: 'production',
  SITE_ORIGIN: 'https://www.example.com',
  PAYMENT_KEY_ID: 'rzp_live_1',
  PAYMENT_CHECKOUT_URL: 'https://checkout.razorpay.com/v1/checkout.js',
  RELEASES_URL: 's3://site/releases',
  RELEASE_KEYS: '{"shell":["MCow"]}',
  PRIVATE_STORE_URL: 's3://site-private/composers',
};

const sentencesOf = (env: NodeJS.ProcessEnv): string[] => {
  try {
    requireProductionSettings(env);
    return [];
  } catch (error) {
    return (error as Error).message.split('\n');
  }
};

it('asks for nothing outside production', () => {
  expect(sentencesOf({ NODE_ENV: 'test' })).toEqual([]);
});

it.each(['SITE_ORIGIN', 'PAYMENT_KEY_ID', 'PAYMENT_CHECKOUT_URL', 'RELEASE_KEYS', 'PRIVATE_STORE_URL'])(
  'refuses to start a production without %s',
  (name) => {
    expect(sentencesOf(COMPLETE)).toEqual([]);
    expect(sentencesOf({ ...COMPLETE, [name]: '' })).toEqual([
      expect.stringMatching(new RegExp(`^${name} is missing: `)),
    ]);
  },
);

it("refuses the sandbox's key, and believes what was signed in a folder of this machine", () => {
  expect(sentencesOf({ ...COMPLETE, PAYMENT_KEY_ID: 'rzp_test_sandbox' })).toHaveLength(1);
  expect(sentencesOf({ ...COMPLETE, PAYMENT_KEY_ID: 'rzp_test_1' })).toHaveLength(1);
  expect(sentencesOf({ ...COMPLETE, PAYMENT_CHECKOUT_URL: 'http://localhost:3200/checkout.js' })).toHaveLength(1);
  expect(sentencesOf({ ...COMPLETE, TEST_PAYMENTS: '1', PAYMENT_KEY_ID: 'rzp_test_1' })).toEqual([]);
  expect(sentencesOf({ ...COMPLETE, RELEASES_URL: '', RELEASE_KEYS: '', PRIVATE_STORE_URL: '' })).toEqual([]);
});
