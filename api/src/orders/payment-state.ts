import type { DisputeStatus, PaymentHistory, RefundStatus } from './payment-history';

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

const MONEY_MOVED: readonly PaymentState[] = [
  'partly_refunded',
  'refunded',
  'refund_failed',
  'disputed',
  'charged_back',
];

/**
 * What may become of a payment. News can be late, so steps may be left out, but nothing goes back: what was refunded,
 * if only in part, is never paid again. A refund that the provider could not carry out has a state of its own.
 */
export const TRANSITIONS: Readonly<Record<PaymentState, readonly PaymentState[]>> = {
  attempted: ['failed', 'authorized', 'paid', ...MONEY_MOVED],
  // A bank may agree after it has refused.
  failed: ['authorized', 'paid', ...MONEY_MOVED],
  authorized: ['paid', ...MONEY_MOVED],
  paid: MONEY_MOVED,
  partly_refunded: ['refunded', 'refund_failed', 'disputed', 'charged_back'],
  refunded: ['partly_refunded', 'refund_failed', 'disputed', 'charged_back'],
  refund_failed: ['partly_refunded', 'refunded', 'disputed', 'charged_back'],
  // Won or dropped, a dispute leaves the payment as it was without it.
  disputed: [
    'attempted',
    'failed',
    'authorized',
    'paid',
    'partly_refunded',
    'refunded',
    'refund_failed',
    'charged_back',
  ],
  charged_back: ['disputed'],
};

export const mayFollow = (before: PaymentState, after: PaymentState): boolean =>
  before === after || TRANSITIONS[before].includes(after);

const RUNNING: readonly DisputeStatus[] = ['open', 'under_review', 'action_required'];

const sumOf = ({ refunds }: PaymentHistory, wanted: (status: RefundStatus) => boolean): number =>
  [...refunds.values()].reduce((sum, { amount, status }) => (wanted(status) ? sum + amount : sum), 0);

/**
 * What has gone back to the customer, in paise. Refunds that we know one by one count; so does what the payment itself
 * told of refunds that we have not heard of yet, less those that failed.
 */
export const refundedAmount = (history: PaymentHistory): number =>
  Math.max(
    sumOf(history, (status) => status !== 'failed'),
    history.amountRefunded - sumOf(history, (status) => status === 'failed'),
  );

/** Where a payment stands by all that is known of it. */
export function paymentState(history: PaymentHistory): PaymentState {
  const disputes = [...history.disputes.values()].map(({ status }) => status);
  if (disputes.some((status) => RUNNING.includes(status))) return 'disputed';
  if (disputes.includes('lost')) return 'charged_back';
  const refunded = refundedAmount(history);
  if (refunded > 0) return refunded < (history.amount ?? refunded) ? 'partly_refunded' : 'refunded';
  if (sumOf(history, (status) => status === 'failed') > 0) return 'refund_failed';
  if (history.captured) return 'paid';
  if (history.status === 'authorized') return 'authorized';
  return history.status === 'failed' ? 'failed' : 'attempted';
}
