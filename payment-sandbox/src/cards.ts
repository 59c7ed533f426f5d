import { CANCELLED, OUTCOMES, type TestError, WRONG_OTP } from './test-errors';

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
