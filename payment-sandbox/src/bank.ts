import * as z from 'zod';
import type { TestCard, TestError } from './test-means';
import type { Webhooks } from './webhooks';
import { makeId, notesSchema, now, RefusedError, read, receiptSchema } from './wire';

const orderSchema = z.object({
  amount: z
    .number('The amount field is required.')
    .int('The amount must be an integer.')
    .min(100, 'Order amount less than minimum amount allowed'),
  // Codes that begin with X belong to no country.
  currency: z
    .string('The currency field is required.')
    .refine((code) => !code.startsWith('X') && Intl.supportedValuesOf('currency').includes(code), {
      error: 'Currency is not supported',
    }),
  receipt: receiptSchema,
  notes: notesSchema,
});

const newOrder = (body: unknown) => {
  const { amount, ...given } = read(orderSchema, body);
  return {
    id: makeId('order'),
    entity: 'order',
    amount,
    amount_paid: 0,
    amount_due: amount,
    ...given,
    status: 'created' as 'created' | 'attempted' | 'paid',
    attempts: 0,
    created_at: now(),
  };
};

export type Order = ReturnType<typeof newOrder>;

const customerSchema = z.object({
  email: z.string().max(254).nullish(),
  contact: z.string().max(32).nullish(),
  description: z.string().max(255).nullish(),
  notes: notesSchema,
});

const newPayment = ({ id, amount, currency }: Order, { number, network }: TestCard, name: string, body: unknown) => ({
  id: makeId('pay'),
  entity: 'payment',
  amount,
  currency,
  status: 'created' as 'created' | 'authorized' | 'captured' | 'refunded' | 'failed',
  order_id: id,
  method: 'card',
  amount_refunded: 0,
  refund_status: null as null | 'partial' | 'full',
  captured: false,
  card: { id: makeId('card'), entity: 'card', name, last4: number.slice(-4), network, type: 'credit' },
  ...read(customerSchema, body),
  error_code: null as string | null,
  error_description: null as string | null,
  error_source: null as string | null,
  error_step: null as string | null,
  error_reason: null as string | null,
  created_at: now(),
});

export type Payment = ReturnType<typeof newPayment>;

const refundSchema = (left: number) =>
  z.object({
    amount: z.coerce
      .number('The amount must be an integer.')
      .int('The amount must be an integer.')
      .min(100, 'The amount must be atleast INR 1.00')
      .max(left, 'The refund amount provided is greater than amount captured')
      .default(left),
    receipt: receiptSchema,
    notes: notesSchema,
  });

const newRefund = ({ id, currency, amount, amount_refunded }: Payment, body: unknown) => ({
  id: makeId('rfnd'),
  entity: 'refund',
  ...read(refundSchema(amount - amount_refunded), body),
  currency,
  payment_id: id,
  status: 'pending' as 'pending' | 'processed',
  created_at: now(),
});

export type Refund = ReturnType<typeof newRefund>;

/** Returns a record. The provider sends one and the same error for an unknown id and for another merchant's. */
const known = <T>(record: T | undefined): T => {
  if (!record) throw new RefusedError('The id provided does not exist');
  return record;
};

/**
 * Orders, payments and refunds, in memory. The end of a payment and each refund send events to the merchant.
 * Methods throw a RefusedError in the provider's words for an unknown record or a transition that is not allowed.
 */
export class Bank {
  readonly #orders = new Map<string, Order>();
  /** Payments with their error once the customer has agreed; undefined: the payment succeeds. */
  readonly #payments = new Map<string, { payment: Payment; error: TestError | undefined }>();
  readonly #refunds: Refund[] = [];

  constructor(private readonly webhooks: Webhooks) {}

  addOrder(body: unknown): Order {
    const order = newOrder(body);
    this.#orders.set(order.id, order);
    return order;
  }

  order = (id: string): Order => known(this.#orders.get(id));

  /** Orders with this receipt, or all; newest first, as all lists. */
  ordersBy = (receipt: string | undefined): Order[] =>
    [...this.#orders.values()].filter((order) => receipt === undefined || order.receipt === receipt).reverse();

  payment = (id: string): Payment => known(this.#payments.get(id)).payment;

  /** @param from seconds since 1970 */
  payments = (from = '0'): Payment[] => {
    const all = [...this.#payments.values()].map(({ payment }) => payment);
    return all.filter(({ created_at: at }) => at >= Number(from)).reverse();
  };

  paymentsOf(orderId: string): Payment[] {
    const { id } = this.order(orderId);
    return this.payments().filter((payment) => payment.order_id === id);
  }

  refundsOf = (id: string): Refund[] =>
    this.#refunds.filter((refund) => refund.payment_id === this.payment(id).id).reverse();

  /** Starts a payment; the bank then asks the customer for the one-time password. */
  begin(order: Order, card: TestCard, name: string, body: unknown): Payment {
    const payment = newPayment(order, card, name, body);
    order.attempts += 1;
    order.status = 'attempted';
    this.#payments.set(payment.id, { payment, error: card.error });
    return payment;
  }

  /** Ends a payment, once: with the card's own error, else with the customer's (`wrong`), else with success. */
  async end(id: string, wrong: TestError | undefined): Promise<Payment> {
    const { payment, error = wrong } = known(this.#payments.get(id));
    if (payment.status !== 'created') return payment;
    const order = this.order(payment.order_id);
    if (order.status === 'paid') throw new RefusedError('Payment already done for this order.');
    if (error) {
      const named = Object.entries(error).map(([name, value]) => [`error_${name}`, value]);
      Object.assign(payment, { status: 'failed', ...Object.fromEntries(named) });
      await this.webhooks.emit('payment.failed', { payment });
      return payment;
    }
    // Set all states before the first event: an API call in response to an event must see the new state.
    const authorized: Payment = { ...payment, status: 'authorized' };
    Object.assign(payment, { status: 'captured', captured: true });
    Object.assign(order, { status: 'paid', amount_paid: order.amount, amount_due: 0 });
    await Promise.all([
      this.webhooks.emit('payment.authorized', { payment: authorized }),
      this.webhooks.emit('payment.captured', { payment }),
      this.webhooks.emit('order.paid', { payment, order }),
    ]);
    return payment;
  }

  /** Refunds a captured payment. @param body `amount` in paise; default: the amount not refunded yet */
  async refund(id: string, body: unknown): Promise<Refund> {
    const payment = this.payment(id);
    if (!payment.captured) throw new RefusedError('The payment status should be captured for action to be taken');
    if (payment.status === 'refunded') throw new RefusedError('The payment has been fully refunded already');
    const refund = newRefund(payment, body);
    this.#refunds.push(refund);
    payment.amount_refunded += refund.amount;
    const all = payment.amount_refunded === payment.amount;
    Object.assign(payment, all ? { status: 'refunded', refund_status: 'full' } : { refund_status: 'partial' });
    const created = this.webhooks.emit('refund.created', { payment, refund });
    refund.status = 'processed';
    await Promise.all([created, this.webhooks.emit('refund.processed', { payment, refund })]);
    return refund;
  }
}
