import type { WireError } from './wire';

/** The error of a test payment, in the provider's words. */
export type TestError = Omit<WireError, 'metadata' | 'field'>;

const outcome = (reason: string, description: string, source: string, more: Partial<TestError> = {}): TestError => ({
  code: 'BAD_REQUEST_ERROR',
  description,
  source,
  step: 'payment_authorization',
  reason,
  ...more,
});

/** The error of a wrong one-time password. As at the provider, testers ask for it by fewer than four digits. */
export const WRONG_OTP = outcome(
  'authentication_failed',
  'Your payment could not be completed due to incorrect OTP or verification details. Try another payment method or contact your bank for details.',
  'customer',
  { step: 'payment_authentication' },
);

/** A test card, with the outcome of its payments. */
export interface TestCard {
  number: string;
  network: 'Visa' | 'MasterCard' | 'RuPay';
  /** The outcome in words, for the list of test cards. */
  label: string;
  /** Undefined: the payment succeeds if the one-time password is right. */
  error?: TestError;
}

/** Some of the provider's published test cards: one of each network that succeeds, and one for each error. */
export const TEST_CARDS: readonly TestCard[] = [
  { number: '4111111111111111', network: 'Visa', label: 'Succeeds' },
  { number: '5267318187975449', network: 'MasterCard', label: 'Succeeds' },
  { number: '6527658900001005', network: 'RuPay', label: 'Succeeds' },
  {
    number: '4100280000060003',
    network: 'Visa',
    label: 'Declined by the bank',
    error: outcome(
      'card_declined',
      'Your payment did not go through as it was declined by the bank. Try another payment method or contact your bank.',
      'bank',
    ),
  },
  {
    number: '4100280000080001',
    network: 'Visa',
    label: 'Insufficient funds',
    error: outcome(
      'insufficient_fund',
      'Your payment could not be completed due to insufficient account balance. Try another card or payment method.',
      'customer',
    ),
  },
  {
    number: '4100280000020007',
    network: 'Visa',
    label: 'Gateway is down',
    error: outcome(
      'gateway_technical_error',
      'Your payment did not go through due to a temporary issue. Any debited amount will be refunded in 4-5 business days.',
      'gateway',
      { code: 'GATEWAY_ERROR' },
    ),
  },
];

/** @param number as typed, spaces allowed */
export const findCard = (number: string): TestCard | undefined =>
  TEST_CARDS.find((card) => card.number === number.replace(/\D/g, ''));
