import { and, asc, eq, gt, inArray, isNull, lte, not, notExists, notInArray, type SQL, sql } from 'drizzle-orm';
import { readCourse } from '../catalogue/catalogue';
import type { Context } from '../context';
import type { Db } from '../db/database';
import { enrolments, orders } from '../db/tables/orders-schema';
import { AWAITED } from '../orders/money';
import { mailOccurrence } from './mails';
import { samePerson, wasPaidFor } from './save';

type Needed = Pick<Context, 'db' | 'outgoing' | 'owner'>;

/** Tells the owner of everybody who wanted to enrol and did not go on to pay. */
export async function tellAbandoned({ db, outgoing, owner }: Needed, signal?: AbortSignal): Promise<void> {
  for (const enrolment of await abandonedOf(db)) {
    if (signal?.aborted) return;
    const { price: amount } = await readCourse(db, enrolment.course);
    const what = { occasion: 'abandoned', enrolment, amount, at: new Date() } as const;
    await db.transaction(async (tx) => {
      await tx.update(enrolments).set({ abandonedAt: what.at }).where(eq(enrolments.id, enrolment.id));
      await mailOccurrence({ outgoing, owner }, tx, what, `enrolment:${enrolment.id}:abandoned`);
    });
    outgoing.wake();
  }
}

/** How long somebody who wanted to enrol may take to pay. */
const AFTER = sql`interval '30 minutes'`;
/** The provider is asked every 5 minutes; one that has not answered since may know of a payment. */
const HEARD_AFTER = sql`interval '20 minutes'`;
/** What is older was looked at while it was young. */
const BEFORE = sql`interval '7 days'`;
const BATCH = 200;

/** An enrolment of the same person that matters more: a later one, or one that was paid for. */
const BETTER: SQL = sql`exists (
  select 1 from enrolments other
  where other.id <> ${enrolments.id} and ${samePerson('other', 'enrolments')}
    and (other.created_at > ${enrolments.createdAt} or ${wasPaidFor(sql`other.id`)}))`;

/** Enrolments for which nobody has paid or started to pay for 30 minutes, and of which the owner has not heard yet. */
const abandonedOf = (db: Db) => {
  const orderOf = (condition: SQL) =>
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
        gt(enrolments.createdAt, sql`now() - ${BEFORE}`),
        notExists(orderOf(sql`${orders.createdAt} > now() - ${AFTER}`)),
        // The owner already has a mail about a failed payment.
        notExists(orderOf(notInArray(orders.status, [...AWAITED, 'expired']))),
        // Money that does not fit its order is here all the same.
        not(wasPaidFor(enrolments.id)),
        // A provider that does not answer may have the money.
        notExists(
          orderOf(
            sql`${inArray(orders.status, [...AWAITED])}
              and coalesce(${orders.reconciledAt} < ${orders.createdAt} + ${HEARD_AFTER}, true)`,
          ),
        ),
        // Who corrected a typing error has not gone away.
        not(BETTER),
      ),
    )
    .orderBy(asc(enrolments.createdAt))
    .limit(BATCH);
};
