import { RefusedError, unknownId } from '../errors';
import { authCode } from '../ids';
import type { PaymentRecord, Store } from '../store/store';
import type { TestError } from '../test-errors';
import type { Webhooks } from '../webhooks/webhooks';
import type { Order, Payment } from '../wire';

/** Two percent, and the tax of 18 percent on it. */
const FEE = 0.02;
const TAX = 0.18;

/** Moves the money of a payment: reserved, taken, or refused. Every step tells the merchant. */
export class Bank {
  /** What the account does with orders that do not say how they want to be captured. */
  accountCapture: 'automatic' | 'manual' = 'automatic';
  readonly #store: Store;
  readonly #webhooks: Webhooks;

  constructor(store: Store, webhooks: Webhooks) {
    this.#store = store;
    this.#webhooks = webhooks;
  }

  /** @throws RefusedError when there is no such payment */
  find(id: string): PaymentRecord {
    const record = this.#store.payment(id);
    if (!record) throw unknownId();
    return record;
  }

  /** @throws RefusedError when the order was forgotten */
  orderOf(payment: Payment): Order {
    const order = this.#store.order(payment.order_id);
    if (!order) throw unknownId();
    return order;
  }

  /** The money is reserved, and taken at once when the order or the account wants it so and nobody has paid yet. */
  async authorize(payment: Payment, inTime = true): Promise<void> {
    const wanted = this.#store.captureOf(payment.order_id);
    const automatic = (wanted === 'account' ? this.accountCapture : wanted) === 'automatic';
    const proof = payment.method === 'upi' ? { rrn: authCode() } : { auth_code: authCode() };
    Object.assign(payment, { status: 'authorized', acquirer_data: proof, ...NO_ERROR });
    const authorized = { ...payment };
    // All of it before the first event leaves: a call of the API on an event must see the new state.
    const takes = automatic && inTime && this.orderOf(payment).status !== 'paid';
    const order = takes ? this.#take(payment) : undefined;
    await Promise.all([
      this.#webhooks.emit('payment.authorized', { payment: authorized }),
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

  /** The merchant takes what was reserved. @throws RefusedError in the provider's words */
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
    Object.assign(payment, {
      status: 'failed',
      error_code: error.code,
      error_description: error.description,
      error_source: error.source,
      error_step: error.step,
      error_reason: error.reason,
    });
    await this.#webhooks.emit('payment.failed', { payment });
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
    return [
      this.#webhooks.emit('payment.captured', { payment }),
      this.#webhooks.emit('order.paid', { payment, order }),
    ];
  }
}

const NO_ERROR = {
  error_code: null,
  error_description: null,
  error_source: null,
  error_step: null,
  error_reason: null,
};
