import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Money } from '../../wire/money';
import type { OrderStatus } from '../../wire/order-states';
import type { Queries } from '../db/database';
import { disputes, orders, payments, refundRequests, refunds } from '../db/tables/orders-schema';
import { moneyOf, type OrderMoney, type PaymentFacts } from './money';

/** How long an order is waited for. A payment that comes later still counts. */
const EXPIRES_AFTER_HOURS = 24;

/** Whether nobody will pay this order any more. */
export const isAbandoned = ({ createdAt }: Pick<Order, 'createdAt'>, now = Date.now()): boolean =>
  now - createdAt.getTime() > EXPIRES_AFTER_HOURS * 3_600_000;

export type Order = typeof orders.$inferSelect;

export const priceOf = ({ amount, currency }: Order): Money => ({ amount, currency });

/** What updates did to an order. */
export interface Applied {
  before: OrderStatus;
  after: OrderStatus;
  /** What a person has to look at. */
  problem?: string;
}

/** Locks an order until the transaction ends, so that its updates come one after the other. */
export const lockOrder = async (tx: Queries, id: string): Promise<Order> => {
  const [order] = await tx.select().from(orders).where(eq(orders.id, id)).for('update');
  if (!order) throw new Error('An order was gone while it was worked on.');
  return order;
};

/** Moves a locked order to a status. */
export const setStatus = async (tx: Queries, order: Order, after: OrderStatus): Promise<Applied> => {
  if (after !== order.status) {
    await tx.update(orders).set({ status: after, updatedAt: sql`now()` }).where(eq(orders.id, order.id));
  }
  return { before: order.status, after };
};

type Row<Table extends PgTable> = Table['$inferSelect'];

/** A payment as it is stored, with all that hangs on it. */
export interface StoredPayment extends Row<typeof payments>, PaymentFacts {
  amount: number | null;
  currency: string | null;
  refunds: Map<string, Row<typeof refunds>>;
  disputes: Map<string, Row<typeof disputes>>;
  requests: Row<typeof refundRequests>[];
}

/** What is stored of the payments of orders, by our id of the order. */
export async function loadFacts(db: Queries, orderIds: readonly string[]): Promise<Map<string, StoredPayment[]>> {
  const found = new Map<string, StoredPayment[]>();
  const ids = [...orderIds];
  const rows = await db.select().from(payments).where(inArray(payments.orderId, ids)).orderBy(asc(payments.createdAt));
  const of = db.select({ id: payments.id }).from(payments).where(inArray(payments.orderId, ids));
  const given = await db.select().from(refunds).where(inArray(refunds.paymentId, of));
  const questioned = await db.select().from(disputes).where(inArray(disputes.paymentId, of));
  const requests = await db.select().from(refundRequests).where(inArray(refundRequests.paymentId, of));
  const byId = <T extends { id: string; paymentId: string }>(list: T[], id: string): Map<string, T> =>
    new Map(list.filter(({ paymentId }) => paymentId === id).map((row) => [row.id, row]));
  for (const row of rows) {
    const known = byId(given, row.id);
    const own = requests.filter(({ paymentId }) => paymentId === row.id);
    const waiting = own.filter(({ state, refundId }) => state !== 'refused' && !known.has(refundId ?? ''));
    const asked = waiting.reduce((sum, { amount }) => sum + amount, 0);
    const facts = { ...row, refunds: known, disputes: byId(questioned, row.id), requests: own, asked };
    found.set(row.orderId, [...(found.get(row.orderId) ?? []), facts]);
  }
  return found;
}

/** Where the money of orders is, by our id of the order. */
export async function loadMoney(db: Queries, list: readonly Order[]): Promise<Map<string, OrderMoney>> {
  const facts = await loadFacts(
    db,
    list.map(({ id }) => id),
  );
  return new Map(list.map((order) => [order.id, moneyOf(order, facts.get(order.id) ?? [])]));
}

const statusNow = async (tx: Queries, order: Order): Promise<OrderStatus> =>
  moneyOf(order, (await loadFacts(tx, [order.id])).get(order.id) ?? []).status;

/** Notes the provider's id of an order, once. @returns the id that is kept */
export async function noteProviderOrder(tx: Queries, id: string, providerOrderId: string): Promise<string> {
  const [noted] = await tx
    .update(orders)
    .set({ providerOrderId, updatedAt: sql`now()` })
    .where(and(eq(orders.id, id), isNull(orders.providerOrderId)))
    .returning();
  const order = noted ?? (await lockOrder(tx, id));
  if (noted) await setStatus(tx, noted, await statusNow(tx, noted));
  return order.providerOrderId ?? providerOrderId;
}

/** Gives an unpaid order up. A payment that comes all the same brings it back. */
export async function expireOrder(tx: Queries, orderId: string): Promise<Applied> {
  const order = await lockOrder(tx, orderId);
  const expiredAt = order.expiredAt ?? new Date();
  await tx.update(orders).set({ expiredAt }).where(eq(orders.id, orderId));
  return setStatus(tx, order, await statusNow(tx, { ...order, expiredAt }));
}
