import type { Payment } from '../wire';

/** Adds to what of a payment is refunded, or takes it back, and sets its state by the sum. @param amount in paise */
export function moveRefunded(payment: Payment, amount: number): void {
  payment.amount_refunded += amount;
  const all = payment.amount_refunded === payment.amount;
  payment.refund_status = payment.amount_refunded === 0 ? null : all ? 'full' : 'partial';
  payment.status = all ? 'refunded' : payment.captured ? 'captured' : 'authorized';
}
