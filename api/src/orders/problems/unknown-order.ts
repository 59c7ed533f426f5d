import { and, eq, inArray, isNull, lt, notInArray, sql } from 'drizzle-orm';
import type { Db, Queries } from '../../db/database';
import { orders } from '../../db/payment-tables/orders-schema';
import { paymentProblems } from '../../db/payment-tables/payment-problems-schema';
import { payments } from '../../db/payment-tables/payments-schema';
import type { Needed } from '../../enrolments/mail/mail-occurrence';
import { money } from '../../support/rupees';
import type { PaymentUpdate } from '../payments/update';
import { noteProblem, type Problem, tellProblem } from './note';

/** The reconciliation asks every 5 minutes for orders whose id at the provider is not known yet. */
const MAY_BECOME_KNOWN = sql`interval '15 minutes'`;

const problemOf = (paymentId: string, amount: number, currency: string): Problem => ({
  kind: 'unknown_order',
  paymentId,
  amount,
  currency,
  order: undefined,
  text: `${money(amount, currency)} were captured by payment ${paymentId} for an order that this site did not make. See in the provider's dashboard what it is for, then: npm run api -- orders settle ${paymentId}.`,
});

/** Whether the answer to an order of this amount was lost a moment ago, so that the money may be for it. */
const mayBeOurs = async (tx: Queries, amount: number): Promise<boolean> => {
  const found = await tx
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        isNull(orders.providerOrderId),
        eq(orders.amount, amount),
        sql`${orders.createdAt} > now() - interval '1 day'`,
      ),
    )
    .limit(1);
  return found.length > 0;
};

/** Notes captured money of an order that is not known, and tells the owner unless it may become known by itself. */
export async function noteUnknownOrder(needed: Needed, tx: Queries, updates: readonly PaymentUpdate[]): Promise<void> {
  for (const { paymentId, change } of updates) {
    if (change.about !== 'payment' || change.captured !== true || change.status === 'refunded') continue;
    const problem = problemOf(paymentId, change.amount ?? 0, change.currency ?? '');
    if ((await noteProblem(tx, problem)) && !(await mayBeOurs(tx, problem.amount)))
      await tellProblem(needed, tx, problem);
  }
}

/** Settles what has become known since, and tells what has not. */
export async function checkUnknownOrders(db: Db, needed: Needed): Promise<void> {
  const isOpen = and(eq(paymentProblems.kind, 'unknown_order'), isNull(paymentProblems.settledAt));
  await db
    .update(paymentProblems)
    .set({ settledAt: sql`now()` })
    .where(and(isOpen, inArray(paymentProblems.paymentId, db.select({ id: payments.id }).from(payments))));
  const unreported = await db
    .select()
    .from(paymentProblems)
    .where(
      and(
        isOpen,
        isNull(paymentProblems.notifiedAt),
        lt(paymentProblems.createdAt, sql`now() - ${MAY_BECOME_KNOWN}`),
        notInArray(paymentProblems.paymentId, db.select({ id: payments.id }).from(payments)),
      ),
    );
  for (const { paymentId, amount, currency } of unreported)
    await db.transaction((tx) => tellProblem(needed, tx, problemOf(paymentId, amount, currency)));
}
