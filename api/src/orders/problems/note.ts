import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Queries } from '../../db/database';
import { type ProblemKind, paymentProblems } from '../../db/payment-tables/payment-problems-schema';
import { courseOf, lines } from '../../enrolments/mail/mail-facts';
import type { Needed } from '../../enrolments/mail/mail-occurrence';
import { findEnrolment } from '../../enrolments/save';
import { money, rupees } from '../../support/rupees';
import type { Order } from '../record';

/** A captured payment with another amount or currency than its order. */
export interface Misfit {
  paymentId: string;
  amount: number;
  currency: string;
}

/** Captured money that a person has to look at. */
export interface Problem extends Misfit {
  kind: ProblemKind;
  order: Order | undefined;
  /** One sentence without personal data: what happened and what to do. */
  text: string;
}

const TITLES: Readonly<Record<ProblemKind, string>> = {
  misfit: 'Captured money does not fit its order',
  unknown_order: 'Captured money of an order that is not ours',
  paid_twice: 'Paid twice, refund one',
};

/** Mails the owner about a problem, once for its payment and kind, and notes that. */
export async function tellProblem({ outgoing, owner }: Needed, tx: Queries, problem: Problem): Promise<void> {
  const { kind, paymentId, order, text } = problem;
  const enrolment = await findEnrolment(tx, order?.enrolmentId);
  const facts = lines([
    ['Course', courseOf(enrolment)],
    ['Name', enrolment?.name],
    ['Email', enrolment?.email],
    ['Phone', enrolment?.phone],
    ['Payment id', paymentId],
    ['Receipt', order?.receipt],
  ]);
  const message = {
    subject: `${TITLES[kind]}: ${enrolment ? `${courseOf(enrolment)}, ${enrolment.name}` : paymentId}`,
    text: `${text}\n\n${facts}\n${order && owner.officeOrigin ? `\nOpen it: ${owner.officeOrigin}/orders/${order.id}\n` : ''}`,
    ...(enrolment && { replyTo: enrolment.email }),
  };
  const email = enrolment?.email ?? owner.email;
  await outgoing.add(tx, { key: `problem:${kind}:${paymentId}`, email, content: { message } });
  await tx
    .update(paymentProblems)
    .set({ notifiedAt: sql`now()` })
    .where(
      and(eq(paymentProblems.paymentId, paymentId), eq(paymentProblems.kind, kind), isNull(paymentProblems.notifiedAt)),
    );
}

/** Notes a problem, once; a second payment whose refund failed is one again. @returns whether nobody has been informed of it */
export async function noteProblem(tx: Queries, { kind, paymentId, order, ...facts }: Problem): Promise<boolean> {
  const kept = await tx
    .insert(paymentProblems)
    .values({ kind, paymentId, orderId: order?.id ?? null, ...facts })
    .onConflictDoUpdate({
      target: [paymentProblems.paymentId, paymentProblems.kind],
      set: { settledAt: null },
      setWhere: sql`${paymentProblems.kind} = 'paid_twice' and ${paymentProblems.acceptedAt} is null`,
    })
    .returning({ notifiedAt: paymentProblems.notifiedAt });
  return kept[0] !== undefined && kept[0].notifiedAt === null;
}

/** Notes and tells that a captured payment does not fit its order. */
export async function noteMisfit(needed: Needed, tx: Queries, order: Order, misfit: Misfit): Promise<void> {
  const text = `${money(misfit.amount, misfit.currency)} were captured by payment ${misfit.paymentId} for an order of ${rupees(order.amount)}: it does not count as the payment of the order. Refund the payment, or take it: npm run api -- orders settle ${misfit.paymentId}.`;
  const problem: Problem = { kind: 'misfit', order, text, ...misfit };
  if (await noteProblem(tx, problem)) await tellProblem(needed, tx, problem);
}
