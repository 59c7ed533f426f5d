import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queries } from '../db/database';
import { orders } from '../db/payment-tables/orders-schema';
import { factsOf } from './announce';
import { mailOccurrence, type Needed } from './mail/mail-occurrence';
import { enrolmentOfAttempt } from './save';

/**
 * Ties orders to the enrolment of the same attempt to pay. The browser names it when it has its id; when the answer was
 * late or lost, the attempt that both carry says the same. Of an order that was paid meanwhile the buyer gets the
 * receipt now, and the owner learns who paid.
 */
export async function tieOrders(needed: Needed, tx: Queries, attempt: string | undefined): Promise<void> {
  const enrolment = await enrolmentOfAttempt(tx, attempt);
  if (!attempt || !enrolment) return;
  const tied = await tx
    .update(orders)
    .set({ enrolmentId: enrolment.id, updatedAt: sql`now()` })
    .where(and(eq(orders.attempt, attempt), isNull(orders.enrolmentId)))
    .returning();
  for (const order of tied) {
    if (order.status !== 'paid') continue;
    const facts = { ...(await factsOf(tx, order)), occasion: 'buyer_known' } as const;
    await mailOccurrence(needed, tx, facts, `order:${order.id}:buyer_known`);
  }
}
