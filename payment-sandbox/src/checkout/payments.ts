import { CANCELLED, findCard, type TestCard, WRONG_OTP } from '../cards';
import { RefusedError, unknownId } from '../errors';
import { authCode, sign } from '../ids';
import type { Settings } from '../settings';
import { ATTEMPTS_MAX, type PaymentRecord, type Store } from '../store';
import type { Webhooks } from '../webhooks/webhooks';
import type { Order, Payment, PaymentResponse, WireError } from '../wire';
import { makePayment } from './make-payment';
import { readCard } from './read-card';
import { shortText } from './short-text';

/** How a payment ended, for the checkout. */
export type Outcome = { status: 'captured'; response: PaymentResponse } | { status: 'failed'; error: WireError };

/** Two percent, and the tax of 18 percent on it. */
const FEE = 0.02;
const TAX = 0.18;

/** Takes payments as a bank would, by the rules of the test cards. */
export class Payments {
  readonly #store: Store;
  readonly #settings: Settings;
  readonly #webhooks: Webhooks;

  constructor(store: Store, settings: Settings, webhooks: Webhooks) {
    this.#store = store;
    this.#settings = settings;
    this.#webhooks = webhooks;
  }

  /** The order that a checkout was opened for. @throws RefusedError when key, order or amount do not belong together */
  openOrder({ key, order_id: id, amount }: Record<string, unknown>): Order {
    if (key !== this.#settings.keyId) {
      throw new RefusedError('The api key provided is invalid', {
        status: 401,
        source: 'NA',
        step: 'NA',
        reason: 'NA',
      });
    }
    const order = typeof id === 'string' ? this.#store.order(id) : undefined;
    if (!order) throw unknownId();
    if (order.status === 'paid') throw new RefusedError('Payment already done for this order.');
    if (amount !== undefined && Number(amount) !== order.amount) {
      throw new RefusedError('Payment amount is different from order amount', { field: 'amount' });
    }
    return order;
  }

  /** Starts a payment; the bank then asks for the one-time password. */
  create(body: Record<string, unknown>): Payment {
    const order = this.openOrder(body);
    if (order.attempts >= ATTEMPTS_MAX) throw new RefusedError('Too many attempts for this order.', { status: 429 });
    const { card, name } = readCard(body.card);
    const payment = makePayment(order, card, name, body);
    order.attempts += 1;
    order.status = 'attempted';
    this.#store.addPayment({ payment, cardNumber: card.number });
    return payment;
  }

  /** The customer sent the one-time password: four to ten digits succeed. A second call changes nothing. */
  async submit(id: string, otp: unknown): Promise<Outcome> {
    const record = this.#find(id);
    if (record.payment.status !== 'created') return this.#outcome(record.payment);
    const order = this.#orderOf(record);
    if (order.status === 'paid') throw new RefusedError('Payment already done for this order.');
    const error = /^\d{4,10}$/.test(shortText(otp, 20)) ? findCard(record.cardNumber)?.error : WRONG_OTP;
    return error ? this.#fail(record.payment, error) : this.#capture(record.payment, order);
  }

  /** The customer gave up on the bank's page. */
  async cancel(id: string): Promise<Outcome> {
    const { payment } = this.#find(id);
    return payment.status === 'created' ? this.#fail(payment, CANCELLED) : this.#outcome(payment);
  }

  #find(id: string): PaymentRecord {
    const record = this.#store.payment(id);
    if (!record) throw unknownId();
    return record;
  }

  #orderOf({ payment }: PaymentRecord): Order {
    const order = this.#store.order(payment.order_id);
    if (!order) throw unknownId();
    return order;
  }

  async #capture(payment: Payment, order: Order): Promise<Outcome> {
    // All of it before the first event leaves: who asks the API on an event must see the new state.
    const authorized: Payment = { ...payment, status: 'authorized', acquirer_data: { auth_code: authCode() } };
    const fee = Math.round(payment.amount * FEE * (1 + TAX));
    const tax = Math.round(payment.amount * FEE * TAX);
    Object.assign(payment, authorized, { status: 'captured', captured: true, fee, tax });
    Object.assign(order, { status: 'paid', amount_paid: order.amount, amount_due: 0 });
    await Promise.all([
      this.#webhooks.emit('payment.authorized', authorized),
      this.#webhooks.emit('payment.captured', payment),
      this.#webhooks.emit('order.paid', payment, order),
    ]);
    return this.#outcome(payment);
  }

  async #fail(payment: Payment, error: NonNullable<TestCard['error']>): Promise<Outcome> {
    Object.assign(payment, {
      status: 'failed',
      error_code: error.code,
      error_description: error.description,
      error_source: error.source,
      error_step: error.step,
      error_reason: error.reason,
    });
    await this.#webhooks.emit('payment.failed', payment);
    return this.#outcome(payment);
  }

  #outcome(payment: Payment): Outcome {
    if (payment.status === 'captured') return { status: 'captured', response: this.#response(payment) };
    return { status: 'failed', error: wireError(payment) };
  }

  #response({ id, order_id }: Payment): PaymentResponse {
    return {
      razorpay_payment_id: id,
      razorpay_order_id: order_id,
      razorpay_signature: sign(`${order_id}|${id}`, this.#settings.keySecret),
    };
  }
}

const wireError = (payment: Payment): WireError => ({
  code: payment.error_code === 'GATEWAY_ERROR' ? 'GATEWAY_ERROR' : 'BAD_REQUEST_ERROR',
  description: payment.error_description ?? '',
  source: payment.error_source ?? '',
  step: payment.error_step ?? '',
  reason: payment.error_reason ?? '',
  metadata: { order_id: payment.order_id, payment_id: payment.id },
});
