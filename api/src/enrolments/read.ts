import { asc, desc, inArray, sql } from 'drizzle-orm';
import { COURSE_CATALOGUE } from '../../wire/orders';
import { amountOf, readCatalogue } from '../catalogue/read';
import type { Db } from '../db/database';
import { orders } from '../db/payment-tables/orders-schema';
import { payments } from '../db/payment-tables/payments-schema';
import { enrolments } from '../db/tables/enrolments-schema';
import { heldByOrder } from '../orders/problems/held';
import type { EnrolmentRecord } from './record';
import { leadingOrder, statusOf } from './status';

const groupBy = <T>(rows: readonly T[], key: (row: T) => string | null): Map<string | null, T[]> => {
  const groups = new Map<string | null, T[]>();
  for (const row of rows) groups.set(key(row), [...(groups.get(key(row)) ?? []), row]);
  return groups;
};

/** Enrolments newest first. @param idPrefix only those whose id begins with this */
export async function readEnrolments(db: Db, idPrefix = ''): Promise<EnrolmentRecord[]> {
  const rows = await db
    .select()
    .from(enrolments)
    .where(sql`starts_with(${enrolments.id}::text, ${idPrefix.toLowerCase()})`)
    .orderBy(desc(enrolments.createdAt), desc(enrolments.id));
  const ids = rows.map(({ id }) => id);
  const ordered = await db.select().from(orders).where(inArray(orders.enrolmentId, ids)).orderBy(asc(orders.createdAt));
  const attempted = await db
    .select()
    .from(payments)
    .where(inArray(payments.orderId, db.select({ id: orders.id }).from(orders).where(inArray(orders.enrolmentId, ids))))
    .orderBy(asc(payments.captured), asc(payments.updatedAt));
  const held = await heldByOrder(db);
  const prices = new Map((await readCatalogue(db)).map((course) => [course.variant, amountOf(course)]));
  const ordersOf = groupBy(ordered, ({ enrolmentId }) => enrolmentId);
  const paymentsOf = groupBy(attempted, ({ orderId }) => orderId);
  return rows.map((row) => {
    const own = ordersOf.get(row.id) ?? [];
    const order = leadingOrder(own);
    const money = own.flatMap(({ id }) => held.get(id) ?? []);
    const attempts = paymentsOf.get(order?.id ?? '') ?? [];
    const { label } = COURSE_CATALOGUE[row.course];
    return {
      id: row.id,
      created_at: row.createdAt,
      name: row.name,
      email: row.email,
      phone: row.phone,
      course: row.course,
      course_label: label,
      notice: row.notice,
      status: statusOf(row, order),
      amount: order?.amount ?? prices.get(row.course) ?? 0,
      paid: money.reduce((sum, { paid }) => sum + paid, 0),
      paid_twice: money.some(({ paidTwice }) => paidTwice),
      refunded: attempts.reduce((sum, { amountRefunded }) => sum + amountRefunded, 0),
      order_id: order?.id ?? null,
      provider_order_id: order?.providerOrderId ?? null,
      payment_id: attempts.at(-1)?.id ?? null,
    };
  });
}
