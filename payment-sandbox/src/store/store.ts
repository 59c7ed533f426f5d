import type { TestError } from '../test-errors';
import type { Dispute, Order, Payment, Refund } from '../wire';
import { ClaimStore } from './claim-store';

/** Most orders that are remembered. The oldest are forgotten first, with their payments. */
const ORDERS_MAX = 10_000;
/** Most payments per order: a visitor who fails more often than this starts over. */
export const ATTEMPTS_MAX = 50;

/** How payments of an order are captured: as the order asked, or else as the account does it. */
export type Capture = 'automatic' | 'manual' | 'account';

/** A payment with what its wire form does not show. */
export interface PaymentRecord {
  payment: Payment;
  /** How the payment ends once the customer has agreed to it; undefined succeeds. */
  error: TestError | undefined;
}

/** All that the sandbox remembers, in memory and bounded. Insertion order is age. */
export class Store {
  readonly #orders = new Map<string, Order>();
  readonly #capture = new Map<string, Capture>();
  readonly #payments = new Map<string, PaymentRecord>();
  readonly #byOrder = new Map<string, string[]>();
  readonly refunds = new ClaimStore<Refund>();
  readonly disputes = new ClaimStore<Dispute>();

  addOrder(order: Order, capture: Capture): void {
    this.#orders.set(order.id, order);
    this.#capture.set(order.id, capture);
    this.#byOrder.set(order.id, []);
    if (this.#orders.size > ORDERS_MAX) this.#forgetOldest();
  }

  order(id: string): Order | undefined {
    return this.#orders.get(id);
  }

  captureOf(orderId: string): Capture {
    return this.#capture.get(orderId) ?? 'account';
  }

  /** Newest first, as the provider lists them. */
  orders(): Order[] {
    return [...this.#orders.values()].reverse();
  }

  addPayment(record: PaymentRecord): void {
    this.#payments.set(record.payment.id, record);
    this.#byOrder.get(record.payment.order_id)?.push(record.payment.id);
  }

  payment(id: string): PaymentRecord | undefined {
    return this.#payments.get(id);
  }

  /** Newest first. */
  payments(): Payment[] {
    return [...this.#payments.values()].map(({ payment }) => payment).reverse();
  }

  /** Newest first. */
  paymentsOf(orderId: string): Payment[] {
    const ids = this.#byOrder.get(orderId) ?? [];
    return ids.flatMap((id) => this.#payments.get(id)?.payment ?? []).reverse();
  }

  #forgetOldest(): void {
    const oldest = this.#orders.keys().next().value;
    if (oldest === undefined) return;
    const gone = new Set(this.#byOrder.get(oldest));
    for (const id of gone) this.#payments.delete(id);
    this.refunds.forgetOf(gone);
    this.disputes.forgetOf(gone);
    this.#byOrder.delete(oldest);
    this.#capture.delete(oldest);
    this.#orders.delete(oldest);
  }
}
