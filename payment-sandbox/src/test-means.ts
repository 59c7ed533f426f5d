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
const OUTCOMES = {
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

/** How a payment with a test card ends. */
export interface TestCard {
  number: string;
  network: 'Visa' | 'MasterCard' | 'RuPay';
  /** What the checkout's list of test cards says. */
  label: string;
  /** Undefined: succeeds once the one-time password is right. */
  error?: TestError;
}

/** The provider's published test cards. */
export const TEST_CARDS: readonly TestCard[] = [
  { number: '4111111111111111', network: 'Visa', label: 'Succeeds' },
  { number: '5267318187975449', network: 'MasterCard', label: 'Succeeds' },
  { number: '4100280000001007', network: 'Visa', label: 'Succeeds' },
  { number: '5500670000001002', network: 'MasterCard', label: 'Succeeds' },
  { number: '6527658900001005', network: 'RuPay', label: 'Succeeds' },
  { number: '4100280000060003', network: 'Visa', label: 'Declined by the bank', error: OUTCOMES.declined },
  { number: '5305620000030003', network: 'MasterCard', label: 'Declined by the bank', error: OUTCOMES.declined },
  { number: '4100280000080001', network: 'Visa', label: 'Insufficient funds', error: OUTCOMES.funds },
  { number: '5305620000050001', network: 'MasterCard', label: 'Insufficient funds', error: OUTCOMES.funds },
  { number: '4100280000070002', network: 'Visa', label: 'Cancelled', error: CANCELLED },
  { number: '5305620000040002', network: 'MasterCard', label: 'Cancelled', error: CANCELLED },
  { number: '4100280000090000', network: 'Visa', label: 'Times out at the bank', error: OUTCOMES.timedOut },
  { number: '4100280000030006', network: 'Visa', label: 'Not enabled for online payments', error: OUTCOMES.disabled },
  { number: '4100280000010008', network: 'Visa', label: 'Number refused', error: OUTCOMES.invalid },
  { number: '4100280000020007', network: 'Visa', label: 'Gateway is down', error: OUTCOMES.gateway },
  { number: '4100280000000009', network: 'Visa', label: 'Authentication fails', error: WRONG_OTP },
];

/** @param number as typed, spaces allowed */
export function findCard(number: string): TestCard | undefined {
  const digits = number.replace(/\D/g, '');
  return TEST_CARDS.find((card) => card.number === digits);
}

/** How a payment from a test UPI address ends. */
interface TestAddress {
  vpa: string;
  label: string;
  /** Undefined: succeeds once the customer has approved it. */
  error?: TestError;
}

/** The provider's published addresses, and one of the sandbox's own for a bank that answers too late. */
export const TEST_ADDRESSES: readonly TestAddress[] = [
  { vpa: 'success@razorpay', label: 'Succeeds' },
  { vpa: 'failure@razorpay', label: 'Declined by the bank', error: OUTCOMES.declined },
  { vpa: 'late@razorpay', label: 'Times out, may be authorised later', error: OUTCOMES.timedOut },
];

/** @param vpa as typed, in any capitals */
export const findAddress = (vpa: string): TestAddress | undefined =>
  TEST_ADDRESSES.find((address) => address.vpa === vpa.trim().toLowerCase());
