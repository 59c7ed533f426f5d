import { and, asc, eq, isNotNull, isNull, notInArray, sql } from 'drizzle-orm';
import type { Alarms } from '../../alarms/alarms';
import type { Db } from '../../db/database';
import { paymentProblems } from '../../db/payment-tables/payment-problems-schema';
import type { Needed } from '../../enrolments/mail/mail-occurrence';
import type { ScheduledJob } from '../../jobs/job';
import { clearReadEvents } from '../webhook/unreadable';
import { noteProblem, tellProblem } from './note';
import { paidTwice } from './paid-twice';
import { checkUnknownOrders } from './unknown-order';

/** Begins the name of each payment's alarm. */
const ALARMS = 'payment:';

/** Problems that a person has to look at, oldest first. */
export const openProblems = (db: Db) =>
  db
    .select()
    .from(paymentProblems)
    .where(and(isNull(paymentProblems.settledAt), isNotNull(paymentProblems.notifiedAt)))
    .orderBy(asc(paymentProblems.createdAt), asc(paymentProblems.paymentId));

export const countProblems = async (db: Db): Promise<{ open: number }> => ({ open: (await openProblems(db)).length });

/** A second payment whose money has gone back, or whose first payment's has, is none any more. */
const checkPaidTwice = async (db: Db, needed: Needed): Promise<void> => {
  const found = await paidTwice(db);
  for (const problem of found) {
    await db.transaction(async (tx) => {
      if (await noteProblem(tx, problem)) await tellProblem(needed, tx, problem);
    });
  }
  const ids = found.map(({ paymentId }) => paymentId);
  await db
    .update(paymentProblems)
    .set({ settledAt: sql`now()` })
    .where(
      and(
        eq(paymentProblems.kind, 'paid_twice'),
        isNull(paymentProblems.settledAt),
        ids.length > 0 ? notInArray(paymentProblems.paymentId, ids) : undefined,
      ),
    );
};

/** Money that did not fit and has gone back needs nobody any more. */
const settleRefunded = (db: Db) =>
  db.execute(sql`
    update payment_problems q set settled_at = now()
    from payments p
    where p.id = q.payment_id and q.kind = 'misfit' and q.settled_at is null
      and (select coalesce(sum(r.amount), 0) from refunds r where r.payment_id = p.id and r.status = 'processed') >= p.amount`);

/** Looks for captured money that a person has to look at: tells the owner once, and alarms until it is settled. */
export async function checkPayments(db: Db, alarms: Alarms, needed: Needed): Promise<void> {
  await checkUnknownOrders(db, needed);
  await checkPaidTwice(db, needed);
  await settleRefunded(db);
  await clearReadEvents(db, alarms);
  const open = await openProblems(db);
  const nameOf = ({ kind, paymentId }: (typeof open)[number]) => `${ALARMS}${kind}:${paymentId}`;
  for (const problem of open) await alarms.raise(nameOf(problem), problem.text);
  await alarms.clearOthers(ALARMS, open.map(nameOf));
}

/** The same once a minute. */
export const paymentProblemsJob = (db: Db, alarms: Alarms, needed: Needed): ScheduledJob => ({
  name: 'payment-problems',
  schedule: '* * * * *',
  run: () => checkPayments(db, alarms, needed),
});
