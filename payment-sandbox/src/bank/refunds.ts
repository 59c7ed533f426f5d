import { readNotes, readReceipt } from '../api/read-notes';
import { RefusedError } from '../errors';
import { makeId, now } from '../ids';
import type { Payment, Refund } from '../wire';
import { Claims } from './claims';
import { moveRefunded } from './move-refunded';
import { readAmount } from './read-amount';

/** Gives money back: part of a payment or all that is left of it. */
export class Refunds extends Claims<Refund> {
  /** How the next refunds end. */
  outcome: 'processed' | 'pending' | 'failed' = 'processed';

  protected isEnded({ status }: Refund): boolean {
    return status !== 'pending';
  }

  /** The merchant refunds a captured payment. @param body `amount` in paise; all that is left when left out */
  async create(paymentId: string, body: Record<string, unknown>): Promise<Refund> {
    const { payment } = this.bank.find(paymentId);
    if (!payment.captured) throw new RefusedError('The payment status should be captured for action to be taken');
    const left = payment.amount - payment.amount_refunded;
    if (left === 0) throw new RefusedError('The payment has been fully refunded already');
    return this.#refund(payment, readAmount(body.amount, left), body);
  }

  /** What the provider does by itself with a payment that nobody captured in time. */
  async giveBack(paymentId: string): Promise<Refund> {
    const { payment } = this.bank.find(paymentId);
    if (payment.status !== 'authorized') throw new RefusedError('Only a payment that waits for its capture expires.');
    return this.#refund(payment, payment.amount, {});
  }

  /** A refund that was pending ends. */
  async settle(id: string, status: 'processed' | 'failed'): Promise<Refund> {
    const refund = this.findRunning(id);
    await this.#end(refund, status);
    return refund;
  }

  async #refund(payment: Payment, amount: number, body: Record<string, unknown>): Promise<Refund> {
    const refund = this.keep({
      id: makeId('rfnd'),
      entity: 'refund',
      amount,
      currency: payment.currency,
      payment_id: payment.id,
      notes: readNotes(body.notes),
      receipt: readReceipt(body.receipt),
      acquirer_data: { arn: null },
      batch_id: null,
      status: 'pending',
      speed_processed: 'normal',
      speed_requested: body.speed === 'optimum' ? 'optimum' : 'normal',
      created_at: now(),
    });
    moveRefunded(payment, amount);
    const created = this.tell('refund.created', refund);
    if (this.outcome === 'pending') await created;
    else await Promise.all([created, this.#end(refund, this.outcome)]);
    return refund;
  }

  async #end(refund: Refund, status: 'processed' | 'failed'): Promise<void> {
    const { payment } = this.bank.find(refund.payment_id);
    refund.status = status;
    if (status === 'failed') moveRefunded(payment, -refund.amount);
    await this.tell(`refund.${status}`, refund);
  }
}
