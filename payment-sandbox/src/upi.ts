import { OUTCOMES, type TestError } from './test-errors';

/** How a payment from a test UPI address ends. */
export interface TestAddress {
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
