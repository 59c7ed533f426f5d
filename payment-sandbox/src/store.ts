import type { Order, Payment } from './wire';

/** Most orders that are remembered. The oldest are forgotten first, with their payments. */
const ORDERS_MAX = 10_000;
/** Most payments per order: a visitor who fails more often than this starts over. */
export const ATTEMPTS_MAX = 50;

/** A payment with what its wire form does not show. */
export interface PaymentRecord {
  payment: Payment;
  /** The full test card number, which decides how the payment ends. */
  cardNumber: string;
}

/** All that the sandbox remembers, in memory and bounded. Insertion order is age. */
export class Store {
  readonly #orders = new Map<string, Order>();
  readonly #payments = new Map<string, PaymentRecord>();
  readonly #byOrder = new Map<string, string[]>();

  addOrder(order: Order): void {
    this.#orders.set(order.id, order);
    this.#byOrder.set(order.id, []);
    if (this.#orders.size > ORDERS_MAX) this.#forgetOldest();
  }

  order(id: string): Order | undefined {
    return this.#orders.get(id);
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
  paymentsOf(orderId: string): Payment[] {
    const ids = this.#byOrder.get(orderId) ?? [];
    return ids.flatMap((id) => this.#payments.get(id)?.payment ?? []).reverse();
  }

  #forgetOldest(): void {
    const oldest = this.#orders.keys().next().value;
    if (oldest === undefined) return;
    for (const id of this.#byOrder.get(oldest) ?? []) this.#payments.delete(id);
    this.#byOrder.delete(oldest);
    this.#orders.delete(oldest);
  }
}
