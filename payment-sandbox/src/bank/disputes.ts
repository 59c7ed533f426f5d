import { RefusedError, unknownId } from '../errors';
import { makeId, now } from '../ids';
import type { Store } from '../store';
import type { Webhooks } from '../webhooks/webhooks';
import type { Dispute, DisputeStatus } from '../wire';
import type { Bank } from './bank';

const RESPOND_WITHIN_S = 7 * 24 * 60 * 60;
const ENDED: readonly DisputeStatus[] = ['won', 'lost', 'closed'];

/** What a customer's bank questions, from the question to its end. */
export class Disputes {
  readonly #bank: Bank;
  readonly #store: Store;
  readonly #webhooks: Webhooks;

  constructor(bank: Bank, store: Store, webhooks: Webhooks) {
    this.#bank = bank;
    this.#store = store;
    this.#webhooks = webhooks;
  }

  /** @throws RefusedError when there is no such dispute */
  find(id: string): Dispute {
    const found = this.#store.disputes().find((dispute) => dispute.id === id);
    if (!found) throw unknownId();
    return found;
  }

  /** The customer's bank asks for the money back. */
  async open(paymentId: string): Promise<Dispute> {
    const { payment } = this.#bank.find(paymentId);
    if (!payment.captured) throw new RefusedError('Only a captured payment can be disputed.');
    const dispute: Dispute = {
      id: makeId('disp'),
      entity: 'dispute',
      payment_id: payment.id,
      amount: payment.amount,
      currency: payment.currency,
      amount_deducted: 0,
      reason_code: 'goods_or_services_not_received_or_partially_received',
      reason_description: 'Goods or services not received or partially received',
      respond_by: now() + RESPOND_WITHIN_S,
      status: 'open',
      phase: 'chargeback',
      created_at: now(),
    };
    this.#store.addDispute(dispute);
    await this.#webhooks.emit('payment.dispute.created', { payment, dispute });
    return dispute;
  }

  /** The dispute goes on, or ends. A lost one takes the money from the merchant. */
  async move(id: string, status: Exclude<DisputeStatus, 'open'>): Promise<Dispute> {
    const dispute = this.find(id);
    if (ENDED.includes(dispute.status)) throw new RefusedError('This dispute has ended.');
    const { payment } = this.#bank.find(dispute.payment_id);
    dispute.status = status;
    if (status === 'lost') dispute.amount_deducted = dispute.amount;
    await this.#webhooks.emit(`payment.dispute.${status}`, { payment, dispute });
    return dispute;
  }
}
