import type { PaymentHistory } from './payments/history';
import { PAYMENT_STATES, type PaymentState, paymentState } from './payments/state';

/**
 * `pending`: the provider has not been asked, or the answer is not known. `created`: it has the order, nobody has tried
 * to pay. `expired`: given up. Every other state is that of the order's leading payment.
 */
export const ORDER_STATUSES = ['pending', 'created', 'expired', ...PAYMENT_STATES] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** Which of several payments speaks for the order, least first: money that is here before money that has gone back. */
const LEADING: readonly PaymentState[] = [
  'failed',
  'attempted',
  'refunded',
  'refund_failed',
  'charged_back',
  'authorized',
  'partly_refunded',
  'paid',
  'disputed',
];

/** Nobody has paid, so it may be given up. */
export const UNPAID: readonly OrderStatus[] = ['pending', 'created', 'attempted', 'failed'];

/** What an order is judged by. */
export interface OrderFacts {
  amount: number;
  currency: string;
  providerOrderId: string | null;
  expiredAt: Date | null;
}

/** Whether a payment pays this very order. One of another amount never counts: a person has to look at it. */
export const isForOrder = (
  order: Pick<OrderFacts, 'amount' | 'currency'>,
  history: Pick<PaymentHistory, 'amount' | 'currency'>,
): boolean =>
  (history.amount ?? order.amount) === order.amount && (history.currency ?? order.currency) === order.currency;

/** Where an order stands by all that is known of it. */
export function orderStatus(order: OrderFacts, payments: Iterable<PaymentHistory>): OrderStatus {
  const states = [...payments].filter((history) => isForOrder(order, history)).map(paymentState);
  const leading = LEADING.findLast((state) => states.includes(state));
  if (leading && leading !== 'failed' && leading !== 'attempted') return leading;
  if (order.expiredAt) return 'expired';
  return leading ?? (order.providerOrderId ? 'created' : 'pending');
}
