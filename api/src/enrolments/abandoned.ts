import { and, asc, eq, gt, inArray, isNull, lte, not, notExists, notInArray, type SQL, sql } from 'drizzle-orm';
import { readCourse } from '../catalogue/catalogue';
import type { Context } from '../context';
import type { Db } from '../db/database';
import { enrolments, orders } from '../db/tables/orders-schema';
import { AWAITED } from '../orders/money';
import { mailOccurrence } from './mails';
import { samePerson, wasPaidFor } from './save';

type Needed = Pick<Context, 'db' | 'outgoing' | 'owner'>;

/** Informs the owner of enrolments that nobody paid for. */
export async function tellAbandoned({ db, outgoing, owner }: Needed, signal?: AbortSignal): Promise<void> {
  for (const enrolment of await abandonedOf(db)) {
    if (signal?.aborted) return;
    const { price: amount } = await readCourse(db, enrolment.course);
    const what = { occasion: 'abandoned', enrolment, amount, at: new Date() } as const;
    await db.transaction(async (tx) => {
      // It may have been paid for, or erased, since the list was read.
      const isUnpaid = and(eq(enrolments.id, enrolment.id), not(wasPaidFor(enrolments.id)));
      const { rowCount } = await tx.update(enrolments).set({ abandonedAt: what.at }).where(isUnpaid);
      if (rowCount) await mailOccurrence({ outgoing, owner }, tx, what, `enrolment:${enrolment.id}:abandoned`);
    });
    outgoing.wake();
  }
}

/** Time to pay after an enrolment. */
const AFTER = sql`interval '30 minutes'`;
/** Largest age of the provider's last answer. It is asked every 5 minutes; without an answer it may know of a payment. */
const HEARD_AFTER = sql`interval '20 minutes'`;
/** Oldest enrolments looked at: older ones were handled before. */
const BEFORE = sql`interval '7 days'`;
const BATCH = 200;

/** Condition: the same person has a later or a paid enrolment. */
const BETTER: SQL = sql`exists (
  select 1 from enrolments other
  where other.id <> ${enrolments.id} and ${samePerson('other', 'enrolments')}
    and (other.created_at > ${enrolments.createdAt} or ${wasPaidFor(sql`other.id`)}))`;

/** Returns enrolments without a payment, or an attempt to pay, for 30 minutes, of which the owner is not informed yet. */
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
        // The owner already has a mail about a failed payment, whose order expires later.
        notExists(orderOf(notInArray(orders.status, [...AWAITED, 'expired']))),
        notExists(orderOf(sql`exists (select from payments p where p.order_id = orders.id and p.status = 'failed')`)),
        // A payment that does not match its order is a payment, too.
        not(wasPaidFor(enrolments.id)),
        // A provider that does not answer may have the money.
        notExists(
          orderOf(
            sql`${inArray(orders.status, [...AWAITED])}
              and coalesce(${orders.reconciledAt} < ${orders.createdAt} + ${HEARD_AFTER}, true)`,
          ),
        ),
        // A corrected enrolment is not abandoned.
        not(BETTER),
      ),
    )
    .orderBy(asc(enrolments.createdAt))
    .limit(BATCH);
};
