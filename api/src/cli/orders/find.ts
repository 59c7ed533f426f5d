import { asc, eq, inArray, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/database';
import { orders } from '../../db/payment-tables/orders-schema';
import { payments } from '../../db/payment-tables/payments-schema';
import { disputes, refunds } from '../../db/payment-tables/refunds-schema';
import { StartError } from '../../errors';

/** The one order with this id, or this beginning of it. @throws StartError when there is none, or are several */
export const findOrder = async (db: Db, id: string) => {
  const found = await db
    .select()
    .from(orders)
    .where(or(eq(orders.providerOrderId, id), sql`starts_with(${orders.id}::text, ${id.toLowerCase()})`))
    .limit(2);
  const order = found[0];
  if (!order) throw new StartError(`There is no order ${id}.`);
  if (found.length > 1) throw new StartError(`Several orders begin with ${id}; give more of the id.`);
  return order;
};

/** Everything that happened to the money of an order, oldest first. */
export const moneyOf = async (db: Db, orderId: string) => {
  const attempts = await db
    .select()
    .from(payments)
    .where(eq(payments.orderId, orderId))
    .orderBy(asc(payments.createdAt));
  const ids = attempts.map(({ id }) => id);
  return {
    payments: attempts,
    refunds: await db.select().from(refunds).where(inArray(refunds.paymentId, ids)).orderBy(asc(refunds.createdAt)),
    disputes: await db.select().from(disputes).where(inArray(disputes.paymentId, ids)).orderBy(asc(disputes.createdAt)),
  };
};
