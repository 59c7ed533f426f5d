import { asc, eq, ne } from 'drizzle-orm';
import type { Db } from '../db/database';
import { orders } from '../db/schema';
import { messageOf } from '../errors';
import type { ProviderClient } from './provider';
import { applyPayment, noteProviderOrder, type Order } from './record';

/** What became of one order. */
export interface Reconciled {
  id: string;
  before: Order['status'];
  after: Order['status'];
  /** Why the provider could not be asked, or what a person has to look at. */
  problem?: string;
}

const settle = async (db: Db, provider: ProviderClient, order: Order): Promise<string | undefined> => {
  let providerOrderId = order.providerOrderId;
  if (!providerOrderId) {
    const found = await provider.findOrder(order.receipt);
    if (!found) return undefined;
    providerOrderId = await noteProviderOrder(db, order.id, found.id);
  }
  const attempts = await provider.paymentsOf(providerOrderId);
  return db.transaction(async (tx) => {
    let problem: string | undefined;
    for (const payment of attempts) {
      if (!(await applyPayment(tx, order, payment))) problem = `payment ${payment.id} has another amount`;
    }
    return problem;
  });
};

/** Asks the provider for every order that is not paid, oldest first. One that fails does not keep the next from being asked. */
export async function* reconcile(db: Db, provider: ProviderClient): AsyncGenerator<Reconciled> {
  const open = await db.select().from(orders).where(ne(orders.status, 'paid')).orderBy(asc(orders.createdAt));
  for (const order of open) {
    let problem: string | undefined;
    try {
      problem = await settle(db, provider, order);
    } catch (error) {
      problem = messageOf(error);
    }
    const [now] = await db.select({ status: orders.status }).from(orders).where(eq(orders.id, order.id));
    yield { id: order.id, before: order.status, after: now?.status ?? order.status, ...(problem && { problem }) };
  }
}
