import type { PaymentChange, PaymentHistory } from './history';
import { DISPUTE_STATUSES, PAYMENT_STATUSES, REFUND_STATUSES } from './statuses';

const later = <T extends string>(list: readonly T[], a: T, b: T): T => (list.indexOf(b) > list.indexOf(a) ? b : a);

/** Adds a change. One that is late, or comes again, changes nothing. */
export function applyChange(history: PaymentHistory, change: PaymentChange): PaymentHistory {
  if (change.about === 'payment') {
    const amount = history.amount ?? change.amount ?? null;
    const whole = change.status === 'refunded' ? (amount ?? 0) : 0;
    return {
      ...history,
      status: later(PAYMENT_STATUSES, history.status, change.status),
      captured: history.captured || change.captured === true || change.status === 'captured',
      amount,
      currency: history.currency ?? change.currency ?? null,
      amountRefunded: Math.max(history.amountRefunded, change.amountRefunded ?? 0, whole),
    };
  }
  const { id, amount } = change;
  if (change.about === 'refund') {
    const status = later(REFUND_STATUSES, history.refunds.get(id)?.status ?? change.status, change.status);
    return { ...history, refunds: new Map(history.refunds).set(id, { amount, status }) };
  }
  const status = later(DISPUTE_STATUSES, history.disputes.get(id)?.status ?? change.status, change.status);
  return { ...history, disputes: new Map(history.disputes).set(id, { amount, status }) };
}
