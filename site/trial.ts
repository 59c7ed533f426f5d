import { randomBytes } from 'node:crypto';
import type { SiteTrial } from '@wholepage/contracts/site';

/** A cluster pays at the sandbox, whose account lives as long as it does, and shows the sample posts. */
export const trial: SiteTrial = {
  standIn: 'payment-sandbox',
  keys: () => ({
    PAYMENT_KEY_ID: 'rzp_test_cluster',
    PAYMENT_KEY_SECRET: randomBytes(12).toString('hex'),
    PAYMENT_WEBHOOK_SECRET: randomBytes(12).toString('hex'),
  }),
  standInSettings: (apiOrigin) => ({ WEBHOOK_URL: `${apiOrigin}/webhooks/payment` }),
  serverSettings: (standInPort) => ({
    TEST_PAYMENTS: '1',
    SAMPLE_POSTS: '1',
    PAYMENT_API_ORIGIN: `http://127.0.0.1:${standInPort}`,
    PAYMENT_CHECKOUT_URL: `http://localhost:${standInPort}/checkout.js`,
  }),
};
