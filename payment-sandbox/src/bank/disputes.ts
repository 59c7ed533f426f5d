import { RefusedError } from '../errors';
import { makeId, now } from '../ids';
import type { Dispute, DisputeStatus } from '../wire';
import { Claims } from './claims';

const RESPOND_WITHIN_S = 7 * 24 * 60 * 60;
const ENDED: readonly DisputeStatus[] = ['won', 'lost', 'closed'];

/** What a customer's bank questions, from the question to its end. */
export class Disputes extends Claims<Dispute> {
  protected isEnded({ status }: Dispute): boolean {
    return ENDED.includes(status);
  }

  /** The customer's bank asks for the money back. */
  async open(paymentId: string): Promise<Dispute> {
    const { payment } = this.bank.find(paymentId);
    if (!payment.captured) throw new RefusedError('Only a captured payment can be disputed.');
    const dispute = this.keep({
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
    });
    await this.tell('payment.dispute.created', dispute);
    return dispute;
  }

  /** The dispute goes on, or ends. A lost one takes the money from the merchant. */
  async move(id: string, status: Exclude<DisputeStatus, 'open'>): Promise<Dispute> {
    const dispute = this.findRunning(id);
    dispute.status = status;
    if (status === 'lost') dispute.amount_deducted = dispute.amount;
    await this.tell(`payment.dispute.${status}`, dispute);
    return dispute;
  }
}
