import type { PaymentRecord, Store } from './store';
import type { TestError } from './test-means';
import type { Webhooks } from './webhooks';
import {
  authCode,
  type Dispute,
  type DisputeStatus,
  makeId,
  now,
  type Order,
  type Payment,
  type Refund,
  RefusedError,
  readNotes,
  readReceipt,
} from './wire';

/** Two percent, and the tax of 18 percent on it. */
const FEE = 0.02;
const TAX = 0.18;
const REFUND_MIN = 100;
const RESPOND_WITHIN_S = 7 * 24 * 60 * 60;
const DISPUTE_ENDS: readonly DisputeStatus[] = ['won', 'lost', 'closed'];

/** What the account does where an order or a test does not say it. */
const ACCOUNT = {
  capture: 'automatic' as 'automatic' | 'manual',
  /** How the next refunds end. */
  refunds: 'processed' as 'processed' | 'pending' | 'failed',
};

const NO_ERROR = {
  error_code: null,
  error_description: null,
  error_source: null,
  error_step: null,
  error_reason: null,
};

/**
 * Moves the money of a payment: reserved, taken, refused, given back, asked back. Every step tells the merchant.
 * Each call throws a RefusedError in the provider's words when there is no such payment, or it cannot go this way.
 */
export class Bank {
  account = { ...ACCOUNT };

  constructor(
    private readonly store: Store,
    private readonly webhooks: Webhooks,
  ) {}

  reset(): void {
    this.account = { ...ACCOUNT };
  }

  find(id: string): PaymentRecord {
    return this.store.payments.find(id);
  }

  orderOf(payment: Payment): Order {
    return this.store.orders.find(payment.order_id).order;
  }

  /** The money is reserved, and taken at once when the order or the account wants it so and nobody has paid yet. */
  async authorize(payment: Payment, inTime = true): Promise<void> {
    const wanted = this.store.orders.find(payment.order_id).capture;
    const automatic = (wanted === 'account' ? this.account.capture : wanted) === 'automatic';
    const proof = payment.method === 'upi' ? { rrn: authCode() } : { auth_code: authCode() };
    Object.assign(payment, { status: 'authorized', acquirer_data: proof, ...NO_ERROR });
    const authorized = { ...payment };
    // All of it before the first event leaves: a call of the API on an event must see the new state.
    const takes = automatic && inTime && this.orderOf(payment).status !== 'paid';
    const order = takes ? this.#take(payment) : undefined;
    await Promise.all([
      this.webhooks.emit('payment.authorized', { payment: authorized }),
      ...(order ? this.#tellCaptured(payment, order) : []),
    ]);
  }

  /**
   * The bank agreed to a payment after it was given up.
   * @param inTime false: after the time within which the order is captured by itself, so that it stays reserved
   */
  async authorizeLate(id: string, inTime: boolean): Promise<Payment> {
    const { payment } = this.find(id);
    if (payment.status !== 'failed' && payment.status !== 'created') {
      throw new RefusedError('Only a payment that failed or hangs can be authorised late.');
    }
    await this.authorize(payment, inTime);
    return payment;
  }

  /** The merchant takes what was reserved. */
  async capture(id: string, { amount, currency }: Record<string, unknown>): Promise<Payment> {
    const { payment } = this.find(id);
    if (payment.captured) throw new RefusedError('This payment has already been captured');
    if (payment.status !== 'authorized') {
      throw new RefusedError('Only payments which have been authorized and not yet captured can be captured');
    }
    if (Number(amount) !== payment.amount) {
      throw new RefusedError('Capture amount must be equal to the amount authorized', { field: 'amount' });
    }
    if (currency !== undefined && currency !== payment.currency) {
      throw new RefusedError('The currency should be same as the payment currency', { field: 'currency' });
    }
    await Promise.all(this.#tellCaptured(payment, this.#take(payment)));
    return payment;
  }

  async fail(payment: Payment, error: TestError): Promise<void> {
    const named = Object.entries(error).map(([name, value]) => [`error_${name}`, value]);
    Object.assign(payment, { status: 'failed', ...Object.fromEntries(named) });
    await this.webhooks.emit('payment.failed', { payment });
  }

  /** The merchant refunds a captured payment. @param body `amount` in paise; all that is left when left out */
  async refund(id: string, body: Record<string, unknown>): Promise<Refund> {
    const { payment } = this.find(id);
    if (!payment.captured) throw new RefusedError('The payment status should be captured for action to be taken');
    const left = payment.amount - payment.amount_refunded;
    if (left === 0) throw new RefusedError('The payment has been fully refunded already');
    return this.#refund(payment, readRefundAmount(body.amount, left), body);
  }

  /** What the provider does by itself with a payment that nobody captured in time. */
  async expire(id: string): Promise<Refund> {
    const { payment } = this.find(id);
    if (payment.status !== 'authorized') throw new RefusedError('Only a payment that waits for its capture expires.');
    return this.#refund(payment, payment.amount, {});
  }

  /** A refund that was pending ends. */
  async settleRefund(id: string, status: 'processed' | 'failed'): Promise<Refund> {
    const refund = this.store.refunds.find(id);
    if (refund.status !== 'pending') throw new RefusedError('This refund has ended.');
    await this.#endRefund(refund, status);
    return refund;
  }

  /** The customer's bank asks for the money back. */
  async openDispute(id: string): Promise<Dispute> {
    const { payment } = this.find(id);
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
    this.store.disputes.set(dispute.id, dispute);
    await this.webhooks.emit('payment.dispute.created', { payment, dispute });
    return dispute;
  }

  /** The dispute goes on, or ends. A lost one takes the money from the merchant. */
  async moveDispute(id: string, status: Exclude<DisputeStatus, 'open'>): Promise<Dispute> {
    const dispute = this.store.disputes.find(id);
    if (DISPUTE_ENDS.includes(dispute.status)) throw new RefusedError('This dispute has ended.');
    dispute.status = status;
    if (status === 'lost') dispute.amount_deducted = dispute.amount;
    const { payment } = this.find(dispute.payment_id);
    await this.webhooks.emit(`payment.dispute.${status}`, { payment, dispute });
    return dispute;
  }

  #take(payment: Payment): Order {
    const order = this.orderOf(payment);
    const fee = Math.round(payment.amount * FEE * (1 + TAX));
    const tax = Math.round(payment.amount * FEE * TAX);
    Object.assign(payment, { status: 'captured', captured: true, fee, tax });
    Object.assign(order, { status: 'paid', amount_paid: order.amount, amount_due: 0 });
    return order;
  }

  #tellCaptured(payment: Payment, order: Order): Promise<void>[] {
    return [this.webhooks.emit('payment.captured', { payment }), this.webhooks.emit('order.paid', { payment, order })];
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
    this.store.refunds.set(refund.id, refund);
    moveRefunded(payment, amount);
    const created = this.webhooks.emit('refund.created', { payment, refund });
    const outcome = this.account.refunds;
    await Promise.all([created, outcome === 'pending' ? undefined : this.#endRefund(refund, outcome)]);
    return refund;
  }

  async #endRefund(refund: Refund, status: 'processed' | 'failed'): Promise<void> {
    const { payment } = this.find(refund.payment_id);
    refund.status = status;
    if (status === 'failed') moveRefunded(payment, -refund.amount);
    await this.webhooks.emit(`refund.${status}`, { payment, refund });
  }
}

/** Adds to what of a payment is refunded, or takes it back, and sets its state by the sum. @param amount in paise */
function moveRefunded(payment: Payment, amount: number): void {
  payment.amount_refunded += amount;
  const all = payment.amount_refunded === payment.amount;
  payment.refund_status = payment.amount_refunded === 0 ? null : all ? 'full' : 'partial';
  payment.status = all ? 'refunded' : payment.captured ? 'captured' : 'authorized';
}

function readRefundAmount(given: unknown, left: number): number {
  if (given === undefined || given === null || given === '') return left;
  const amount = Number(given);
  if (!Number.isInteger(amount)) throw new RefusedError('The amount must be an integer.', { field: 'amount' });
  if (amount < REFUND_MIN) throw new RefusedError('The amount must be atleast INR 1.00', { field: 'amount' });
  if (amount <= left) return amount;
  throw new RefusedError('The refund amount provided is greater than amount captured', { field: 'amount' });
}
