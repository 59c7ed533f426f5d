import { and, asc, eq, isNull, lte, notExists, sql } from 'drizzle-orm';
import type { Db } from '../db/database';
import { enrolments } from '../db/enrolments-schema';
import { orders } from '../db/orders-schema';

/** How long somebody who wanted to enrol may take to pay. */
const AFTER = sql`interval '30 minutes'`;
const BATCH = 200;

/** Enrolments for which nobody has paid or begun to pay for 30 minutes, and of which the owner has not heard yet. */
export const abandonedOf = (db: Db) => {
  const orderOf = (condition: ReturnType<typeof sql>) =>
    db
      .select({ one: sql`1` })
      .from(orders)
      .where(and(eq(orders.enrolmentId, enrolments.id), condition));
  return db
    .select()
    .from(enrolments)
    .where(
      and(
        isNull(enrolments.abandonedAt),
        lte(enrolments.createdAt, sql`now() - ${AFTER}`),
        notExists(orderOf(sql`${orders.createdAt} > now() - ${AFTER}`)),
        // Of a payment that failed the owner was told when it did.
        notExists(orderOf(sql`${orders.status} not in ('pending', 'created', 'attempted', 'expired')`)),
      ),
    )
    .orderBy(asc(enrolments.createdAt))
    .limit(BATCH);
};
