import type { ProductionRequirement } from '@wholepage/contracts/site';

const isSet = (env: NodeJS.ProcessEnv, name: string): boolean => Boolean(env[name]?.trim());

/** For a staging site: the provider's test keys, or a provider on this machine. */
const takesTestPayments = (env: NodeJS.ProcessEnv): boolean => env.TEST_PAYMENTS === '1';

/** What serves a trial on one's own machine must not be what visitors pay by. */
export const production: readonly ProductionRequirement[] = [
  {
    name: 'PAYMENT_KEY_ID',
    reason: "set your account's live key, or TEST_PAYMENTS=1 on a site where nobody really pays",
    fits: (env) =>
      isSet(env, 'PAYMENT_KEY_ID') &&
      !(takesTestPayments(env) ? /^rzp_test_sandbox$/ : /^rzp_test_/).test(env.PAYMENT_KEY_ID ?? ''),
  },
  {
    name: 'PAYMENT_CHECKOUT_URL',
    reason:
      "name the payment provider's script, such as https://checkout.razorpay.com/v1/checkout.js; it has to be https",
    fits: (env) =>
      isSet(env, 'PAYMENT_CHECKOUT_URL') && (takesTestPayments(env) || /^https:/i.test(env.PAYMENT_CHECKOUT_URL ?? '')),
  },
];
