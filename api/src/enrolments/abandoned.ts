import { COURSE_CATALOGUE } from 'contracts/orders';
import { and, asc, eq, isNull, lte, notExists, sql } from 'drizzle-orm';
import type { MailOwner } from '../company';
import type { Db } from '../db/database';
import { enrolments } from '../db/enrolments-schema';
import { orders } from '../db/orders-schema';
import type { ScheduledJob } from '../jobs/job';
import type { Outgoing } from '../mail/outgoing';
import { mailOccurrence } from './announce';

/** How long somebody who wanted to enrol may take to pay. */
const AFTER = sql`interval '30 minutes'`;
const BATCH = 200;

interface Needed {
  db: Db;
  outgoing: Outgoing;
  owner: MailOwner;
}

/** Enrolments for which nobody has paid or begun to pay for 30 minutes, and of which the owner has not heard yet. */
const abandonedOf = (db: Db) => {
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

/** Tells the owner of everybody who wanted to enrol and did not go on to pay. */
export const abandonedJob = ({ db, outgoing, owner }: Needed): ScheduledJob => ({
  name: 'abandoned-enrolments',
  schedule: '* * * * *',
  run: async (signal) => {
    for (const enrolment of await abandonedOf(db)) {
      if (signal.aborted) return;
      const amount = COURSE_CATALOGUE[enrolment.course].priceInRupees * 100;
      const what = { occasion: 'abandoned', enrolment, amount, refunded: 0, at: new Date() } as const;
      await db.transaction(async (tx) => {
        await tx.update(enrolments).set({ abandonedAt: what.at }).where(eq(enrolments.id, enrolment.id));
        await mailOccurrence({ outgoing, owner }, tx, what, `enrolment:${enrolment.id}:abandoned`);
      });
      outgoing.wake();
    }
  },
});
