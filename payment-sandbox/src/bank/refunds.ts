import { readNotes, readReceipt } from '../api/read-order';
import { RefusedError, unknownId } from '../errors';
import { makeId, now } from '../ids';
import type { Store } from '../store';
import type { Webhooks } from '../webhooks/webhooks';
import type { Payment, Refund } from '../wire';
import type { Bank } from './bank';

const AMOUNT_MIN = 100;

/** Gives money back: part of a payment or all that is left of it. */
export class Refunds {
  /** How the next refunds end. */
  outcome: 'processed' | 'pending' | 'failed' = 'processed';
  readonly #bank: Bank;
  readonly #store: Store;
  readonly #webhooks: Webhooks;

  constructor(bank: Bank, store: Store, webhooks: Webhooks) {
    this.#bank = bank;
    this.#store = store;
    this.#webhooks = webhooks;
  }

  /** @throws RefusedError when there is no such refund */
  find(id: string): Refund {
    const found = this.#store.refunds().find((refund) => refund.id === id);
    if (!found) throw unknownId();
    return found;
  }

  /** The merchant refunds a captured payment. @param body `amount` in paise; all that is left when left out */
  async create(paymentId: string, body: Record<string, unknown>): Promise<Refund> {
    const { payment } = this.#bank.find(paymentId);
    if (!payment.captured) throw new RefusedError('The payment status should be captured for action to be taken');
    const left = payment.amount - payment.amount_refunded;
    if (left === 0) throw new RefusedError('The payment has been fully refunded already');
    return this.#refund(payment, readAmount(body.amount, left), body);
  }

  /** What the provider does by itself with a payment that nobody captured in time. */
  async giveBack(paymentId: string): Promise<Refund> {
    const { payment } = this.#bank.find(paymentId);
    if (payment.status !== 'authorized') throw new RefusedError('Only a payment that waits for its capture expires.');
    return this.#refund(payment, payment.amount, {});
  }

  /** A refund that was pending ends. */
  async settle(id: string, status: 'processed' | 'failed'): Promise<Refund> {
    const refund = this.find(id);
    if (refund.status !== 'pending') throw new RefusedError('This refund has ended.');
    await this.#end(refund, status);
    return refund;
  }

  async #refund(payment: Payment, amount: number, body: Record<string, unknown>): Promise<Refund> {
    const refund: Refund = {
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
    };
    this.#store.addRefund(refund);
    moveRefunded(payment, amount);
    const created = this.#webhooks.emit('refund.created', { payment, refund });
    if (this.outcome === 'pending') await created;
    else await Promise.all([created, this.#end(refund, this.outcome)]);
    return refund;
  }

  async #end(refund: Refund, status: 'processed' | 'failed'): Promise<void> {
    const { payment } = this.#bank.find(refund.payment_id);
    refund.status = status;
    if (status === 'failed') moveRefunded(payment, -refund.amount);
    await this.#webhooks.emit(`refund.${status}`, { payment, refund });
  }
}

function moveRefunded(payment: Payment, amount: number): void {
  payment.amount_refunded += amount;
  const all = payment.amount_refunded === payment.amount;
  payment.refund_status = payment.amount_refunded === 0 ? null : all ? 'full' : 'partial';
  payment.status = all ? 'refunded' : payment.captured ? 'captured' : 'authorized';
}

function readAmount(given: unknown, left: number): number {
  if (given === undefined || given === null || given === '') return left;
  const amount = Number(given);
  if (!Number.isInteger(amount)) throw new RefusedError('The amount must be an integer.', { field: 'amount' });
  if (amount < AMOUNT_MIN) throw new RefusedError('The amount must be atleast INR 1.00', { field: 'amount' });
  if (amount <= left) return amount;
  throw new RefusedError('The refund amount provided is greater than amount captured', { field: 'amount' });
}
