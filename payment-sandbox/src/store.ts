import type { TestError } from './test-means';
import { type Dispute, type Order, type Payment, type Refund, unknownId } from './wire';

/** Most orders that are remembered. The oldest are forgotten first, with their payments. */
const ORDERS_MAX = 10_000;

/** How payments of an order are captured: as the order asked, or else as the account does it. */
export type Capture = 'automatic' | 'manual' | 'account';

interface OrderRecord {
  order: Order;
  capture: Capture;
  /** Oldest first. */
  payments: Payment[];
}

/** A payment with what its wire form does not show. */
export interface PaymentRecord {
  payment: Payment;
  /** How the payment ends once the customer has agreed to it; undefined succeeds. */
  error: TestError | undefined;
}

/** Records by id; insertion order is age. */
class Records<T> extends Map<string, T> {
  /** @throws RefusedError when there is none */
  find(id: string): T {
    const found = this.get(id);
    if (!found) throw unknownId();
    return found;
  }

  /** Newest first, as the provider lists them. */
  list(): T[] {
    return [...this.values()].reverse();
  }
}

/** All that the sandbox remembers, in memory and bounded. */
export class Store {
  readonly orders = new Records<OrderRecord>();
  readonly payments = new Records<PaymentRecord>();
  readonly refunds = new Records<Refund>();
  readonly disputes = new Records<Dispute>();

  addOrder(order: Order, capture: Capture): void {
    this.orders.set(order.id, { order, capture, payments: [] });
    const [oldest = ''] = this.orders.keys();
    if (this.orders.size > ORDERS_MAX) this.#forget(oldest);
  }

  addPayment(record: PaymentRecord): void {
    this.payments.set(record.payment.id, record);
    this.orders.find(record.payment.order_id).payments.push(record.payment);
  }

  #forget(orderId: string): void {
    const payments = new Set(this.orders.find(orderId).payments.map(({ id }) => id));
    for (const id of payments) this.payments.delete(id);
    for (const claims of [this.refunds, this.disputes]) {
      for (const { id, payment_id: paymentId } of claims.list()) if (payments.has(paymentId)) claims.delete(id);
    }
    this.orders.delete(orderId);
  }
}
