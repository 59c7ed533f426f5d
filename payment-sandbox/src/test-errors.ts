import type { WireError } from './wire';

/** Why a test payment fails, in the provider's words. */
export type TestError = Pick<WireError, 'code' | 'description' | 'source' | 'step' | 'reason'>;

const outcome = (reason: string, description: string, source: string, more: Partial<TestError> = {}): TestError => ({
  code: 'BAD_REQUEST_ERROR',
  description,
  source,
  step: 'payment_authorization',
  reason,
  ...more,
});

/** Reasons that banks give. */
export const OUTCOMES = {
  timedOut: outcome(
    'payment_timed_out',
    'Your payment could not be completed due to a temporary issue. Try again later.',
    'customer',
    { step: 'payment_authentication' },
  ),
  funds: outcome(
    'insufficient_fund',
    'Your payment could not be completed due to insufficient account balance. Try another card or payment method.',
    'customer',
  ),
  declined: outcome(
    'card_declined',
    'Your payment did not go through as it was declined by the bank. Try another payment method or contact your bank.',
    'bank',
  ),
  disabled: outcome(
    'card_disabled_for_online_payments',
    'Your card is disabled for online payments. Please reach to your bank or try with another card.',
    'customer',
  ),
  invalid: outcome('card_number_invalid', 'You have entered an incorrect card number. Try again.', 'customer'),
  gateway: outcome(
    'gateway_technical_error',
    'Your payment did not go through due to a temporary issue. Any debited amount will be refunded in 4-5 business days.',
    'gateway',
    { code: 'GATEWAY_ERROR' },
  ),
};

/** The customer gave up on the bank's page, or used the card that behaves as if they had. */
export const CANCELLED = outcome(
  'payment_cancelled',
  'Your payment has been cancelled. Try again or complete the payment later.',
  'customer',
  { step: 'payment_authentication' },
);

/** The one-time password had fewer than four digits: the provider's way of asking for this error. */
export const WRONG_OTP = outcome(
  'authentication_failed',
  'Your payment could not be completed due to incorrect OTP or verification details. Try another payment method or contact your bank for details.',
  'customer',
  { step: 'payment_authentication' },
);
