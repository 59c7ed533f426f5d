import { randomBytes } from 'node:crypto';

/** Keys of a payment account that lives as long as the cluster. */
export const paymentKeys = (): Record<string, string> => ({
  PAYMENT_KEY_ID: 'rzp_test_cluster',
  PAYMENT_KEY_SECRET: randomBytes(12).toString('hex'),
  PAYMENT_WEBHOOK_SECRET: randomBytes(12).toString('hex'),
});
