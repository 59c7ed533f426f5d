import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../db/database';
import { orders, payments } from '../db/orders-schema';
import type { Announce } from '../enrolments/announce';
import { messageOf } from '../errors';
import { isAbandoned } from './due';
import { type OrderStatus, UNPAID } from './order-state';
import type { PaymentUpdate } from './payment-histories';
import type { ProviderClient } from './provider';
import { type Applied, applyUpdates, expireOrder, noteProviderOrder, type Order } from './record';
import { type ProviderPayment, updateOfDispute, updateOfPayment, updateOfRefund } from './wire';

/** What became of one order. */
export interface Reconciled {
  id: string;
  before: OrderStatus;
  after: OrderStatus;
  /** Why the provider could not be asked, or what a person has to look at. */
  problem?: string;
}

const updatesOf = async (provider: ProviderClient, payment: ProviderPayment): Promise<PaymentUpdate[]> => {
  const refunded = payment.status === 'refunded' || (payment.amount_refunded ?? 0) > 0;
  const refunds = refunded ? await provider.refundsOf(payment.id) : [];
  return [updateOfPayment(payment), ...refunds.map(updateOfRefund)];
};

/** The provider's id of an order, asked for by our receipt when its answer was lost. */
const providerIdOf = async (db: Db, provider: ProviderClient, order: Order): Promise<string | undefined> => {
  if (order.providerOrderId) return order.providerOrderId;
  const found = await provider.findOrder(order.receipt);
  return found && db.transaction((tx) => noteProviderOrder(tx, order.id, found.id));
};

/** What asking needs. */
export interface Reconciler {
  db: Db;
  provider: ProviderClient;
  announce: Announce;
}

const settle = async ({ db, provider, announce }: Reconciler, order: Order): Promise<Applied> => {
  const providerOrderId = await providerIdOf(db, provider, order);
  const attempts = providerOrderId ? await provider.paymentsOf(providerOrderId) : [];
  const updates = (await Promise.all(attempts.map((payment) => updatesOf(provider, payment)))).flat();
  return db.transaction(async (tx) => {
    const applied = await applyUpdates(tx, announce, order.id, updates);
    const givenUp = UNPAID.includes(applied.after) && isAbandoned(order);
    const { after } = givenUp ? await expireOrder(tx, order.id) : applied;
    return { ...applied, after };
  });
};

/** Also after a failure: an order that cannot be asked for must not keep the others waiting. */
const noteCheck = (db: Db, { id }: Order) => db.update(orders).set({ checkedAt: sql`now()` }).where(eq(orders.id, id));

/** Asks the provider for orders. One that fails does not keep the next from being asked. */
export async function* reconcile(
  reconciler: Reconciler,
  due: readonly Order[],
  signal?: AbortSignal,
): AsyncGenerator<Reconciled> {
  for (const order of due) {
    if (signal?.aborted) return;
    try {
      await noteCheck(reconciler.db, order);
      const { after, problem } = await settle(reconciler, order);
      await reconciler.db.update(orders).set({ reconciledAt: sql`now()` }).where(eq(orders.id, order.id));
      yield { id: order.id, before: order.status, after, ...(problem && { problem }) };
    } catch (error) {
      yield { id: order.id, before: order.status, after: order.status, problem: messageOf(error) };
    }
  }
}

/** Asks the provider for its newest disputes and applies those of our payments. */
export async function reconcileDisputes({ db, provider, announce }: Reconciler): Promise<Applied[]> {
  const disputes = await provider.disputes();
  const ids = disputes.map(({ payment_id: id }) => id);
  const ours = ids.length > 0 ? await db.select().from(payments).where(inArray(payments.id, ids)) : [];
  const applied: Applied[] = [];
  for (const { id, orderId } of ours) {
    const updates = disputes.filter(({ payment_id: paymentId }) => paymentId === id).map(updateOfDispute);
    applied.push(await db.transaction((tx) => applyUpdates(tx, announce, orderId, updates)));
  }
  return applied;
}
