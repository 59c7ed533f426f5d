import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queries } from '../db/database';
import { ORDER_STATUSES, type OrderStatus, orders, PAYMENT_STATUSES, type PaymentStatus, payments } from '../db/schema';
import type { ProviderPayment } from './provider';

export type Order = typeof orders.$inferSelect;

const rank = (list: readonly string[], value: unknown) =>
  sql`array_position(array[${sql.join(
    list.map((item) => sql`${item}::text`),
    sql`, `,
  )}], ${value}::text)`;

/** Moves an order on. News may come in any order, so an order never moves back. */
export async function advanceOrder(db: Queries, id: string, status: OrderStatus): Promise<void> {
  await db
    .update(orders)
    .set({ status, updatedAt: sql`now()` })
    .where(and(eq(orders.id, id), sql`${rank(ORDER_STATUSES, orders.status)} < ${rank(ORDER_STATUSES, status)}`));
}

/** Notes the provider's id of an order, once. @returns the id that is kept */
export async function noteProviderOrder(db: Queries, id: string, providerOrderId: string): Promise<string> {
  await db
    .update(orders)
    .set({ providerOrderId, updatedAt: sql`now()` })
    .where(and(eq(orders.id, id), isNull(orders.providerOrderId)));
  await advanceOrder(db, id, 'open');
  const [order] = await db.select({ kept: orders.providerOrderId }).from(orders).where(eq(orders.id, id));
  return order?.kept ?? providerOrderId;
}

interface Attempt {
  id: string;
  status: PaymentStatus;
  amount?: number;
  method?: string | null | undefined;
  errorCode?: string | null | undefined;
  errorDescription?: string | null | undefined;
}

/** Notes an attempt to pay. A failure may be followed by success; success is not undone by a failure that comes late. */
export async function notePayment(db: Queries, orderId: string, attempt: Attempt): Promise<void> {
  const values = {
    status: attempt.status,
    amount: attempt.amount ?? null,
    method: attempt.method ?? null,
    errorCode: attempt.errorCode ?? null,
    errorDescription: attempt.errorDescription ?? null,
  };
  await db
    .insert(payments)
    .values({ id: attempt.id, orderId, ...values })
    .onConflictDoUpdate({
      target: payments.id,
      set: {
        ...values,
        amount: sql`coalesce(excluded.amount, ${payments.amount})`,
        method: sql`coalesce(excluded.method, ${payments.method})`,
        updatedAt: sql`now()`,
      },
      setWhere: sql`${rank(PAYMENT_STATUSES, payments.status)} < ${rank(PAYMENT_STATUSES, sql`excluded.status`)}`,
    });
}

/** What a payment of this status makes of its order; undefined when it leaves it open. */
const ORDER_AFTER: Readonly<Partial<Record<PaymentStatus, OrderStatus>>> = {
  authorized: 'authorized',
  captured: 'paid',
  refunded: 'paid',
};

/**
 * Notes a payment that the provider told of, and moves its order on.
 * @returns false when the amount is not the order's: then the order stays as it is, for a person to look at
 */
export async function applyPayment(db: Queries, order: Order, payment: ProviderPayment): Promise<boolean> {
  await notePayment(db, order.id, {
    id: payment.id,
    status: payment.status,
    amount: payment.amount,
    method: payment.method,
    errorCode: payment.error_code,
    errorDescription: payment.error_description,
  });
  const next = ORDER_AFTER[payment.status];
  if (!next) return true;
  if (payment.amount !== order.amount || payment.currency !== order.currency) return false;
  await advanceOrder(db, order.id, next);
  return true;
}
