import type { PaymentHistory } from './history';
import type { RefundStatus } from './statuses';

/** Sum of the refunds with a wanted status, in paise. */
export const sumOfRefunds = ({ refunds }: PaymentHistory, wanted: (status: RefundStatus) => boolean): number =>
  [...refunds.values()].reduce((sum, { amount, status }) => (wanted(status) ? sum + amount : sum), 0);

/**
 * What has gone back to the customer, in paise. Refunds that we know one by one count. Refunds that only the payment
 * itself shows count, too, less those that failed.
 */
export const refundedAmount = (history: PaymentHistory): number =>
  Math.max(
    sumOfRefunds(history, (status) => status !== 'failed'),
    history.amountRefunded - sumOfRefunds(history, (status) => status === 'failed'),
  );
