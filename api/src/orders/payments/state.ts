import type { PaymentHistory } from './history';
import { refundedAmount, sumOfRefunds } from './refunded-amount';
import type { DisputeStatus } from './statuses';

/** Where a payment stands, for the owner. Only `paid` says that the money is here. */
export const PAYMENT_STATES = [
  'attempted',
  'failed',
  'authorized',
  'paid',
  'partly_refunded',
  'refunded',
  'refund_failed',
  'disputed',
  'charged_back',
] as const;
export type PaymentState = (typeof PAYMENT_STATES)[number];

const RUNNING: readonly DisputeStatus[] = ['open', 'under_review', 'action_required'];

/** Where a payment stands by all that is known of it. */
export function paymentState(history: PaymentHistory): PaymentState {
  const disputes = [...history.disputes.values()].map(({ status }) => status);
  if (disputes.some((status) => RUNNING.includes(status))) return 'disputed';
  if (disputes.includes('lost')) return 'charged_back';
  const refunded = refundedAmount(history);
  if (refunded > 0) return refunded < (history.amount ?? refunded) ? 'partly_refunded' : 'refunded';
  if (sumOfRefunds(history, (status) => status === 'failed') > 0) return 'refund_failed';
  if (history.captured) return 'paid';
  if (history.status === 'authorized') return 'authorized';
  return history.status === 'failed' ? 'failed' : 'attempted';
}
