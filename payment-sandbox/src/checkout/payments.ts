import type { Bank } from '../bank/bank';
import { RefusedError, unknownId } from '../errors';
import { sign } from '../ids';
import type { Settings } from '../settings';
import { ATTEMPTS_MAX, type Store } from '../store/store';
import { CANCELLED, type TestError, WRONG_OTP } from '../test-errors';
import type { Order, Payment, PaymentResponse } from '../wire';
import { makePayment } from './make-payment';
import { type Outcome, wireError } from './outcome';
import { readMeans } from './read-means';
import { shortText } from './short-text';

/** Takes payments as a bank would, by the rules of the test cards and addresses. */
export class Payments {
  readonly #store: Store;
  readonly #settings: Settings;
  readonly #bank: Bank;

  constructor(store: Store, settings: Settings, bank: Bank) {
    this.#store = store;
    this.#settings = settings;
    this.#bank = bank;
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

  /** Starts a payment; the bank then asks the customer for the one-time password, or for a yes in the UPI app. */
  create(body: Record<string, unknown>): Payment {
    const order = this.openOrder(body);
    if (order.attempts >= ATTEMPTS_MAX) throw new RefusedError('Too many attempts for this order.', { status: 429 });
    const { means, error } = readMeans(body);
    const payment = makePayment(order, means, body);
    order.attempts += 1;
    order.status = 'attempted';
    this.#store.addPayment({ payment, error });
    return payment;
  }

  /** The customer sent the one-time password: four to ten digits succeed. A second call changes nothing. */
  async submit(id: string, otp: unknown): Promise<Outcome> {
    const { payment, error } = this.#bank.find(id);
    return this.#end(payment, /^\d{4,10}$/.test(shortText(otp, 20)) ? error : WRONG_OTP);
  }

  /** The customer said yes in the UPI app. A second call changes nothing. */
  async approve(id: string): Promise<Outcome> {
    const { payment, error } = this.#bank.find(id);
    if (payment.method !== 'upi') throw new RefusedError('Only a UPI payment is approved in an app.');
    return this.#end(payment, error);
  }

  /** The customer gave up on the bank's page. */
  async cancel(id: string): Promise<Outcome> {
    return this.#end(this.#bank.find(id).payment, CANCELLED);
  }

  async #end(payment: Payment, error: TestError | undefined): Promise<Outcome> {
    if (payment.status === 'created') {
      if (this.#bank.orderOf(payment).status === 'paid') {
        throw new RefusedError('Payment already done for this order.');
      }
      await (error ? this.#bank.fail(payment, error) : this.#bank.authorize(payment));
    }
    return this.#outcome(payment);
  }

  #outcome(payment: Payment): Outcome {
    if (payment.status === 'failed') return { status: 'failed', error: wireError(payment) };
    // What is only reserved counts as a success for the customer, as it does with the provider.
    return { status: 'captured', response: this.#response(payment) };
  }

  #response({ id, order_id }: Payment): PaymentResponse {
    return {
      razorpay_payment_id: id,
      razorpay_order_id: order_id,
      razorpay_signature: sign(`${order_id}|${id}`, this.#settings.keySecret),
    };
  }
}
