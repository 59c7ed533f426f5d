import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/database';
import { orders } from '../../db/payment-tables/orders-schema';
import { messageOf } from '../../errors';
import type { OrderStatus } from '../order-state';
import type { Order } from '../record';
import type { Reconciler } from './reconciler';
import { settle } from './settle';

/** What became of one order. */
export interface Reconciled {
  id: string;
  before: OrderStatus;
  after: OrderStatus;
  /** Why the provider could not be asked, or what a person has to look at. */
  problem?: string;
}

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
