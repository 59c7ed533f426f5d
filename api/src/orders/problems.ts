import { and, asc, eq, inArray, isNotNull, isNull, lt, notInArray, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { CURRENCY, type Money, spell } from '../../wire/money';
import { type CourseFormat, type CourseVariant, courseLabel } from '../../wire/orders';
import type { Alarms } from '../alarms/alarms';
import type { Context } from '../context';
import type { Db, Queries } from '../db/database';
import {
  disputes,
  orders,
  type ProblemKind,
  paymentProblems,
  payments,
  refunds,
  webhookEvents,
} from '../db/tables/orders-schema';
import { alarms as alarmRows } from '../db/tables/schema';
import { courseOf, lines, linesOfBuyer, type Needed } from '../enrolments/mails';
import { findEnrolment, samePerson } from '../enrolments/save';
import { spokenTime } from '../support/site-zone';
import { isRunning, LOOKED_AFTER, loadMoney, type Order, type PaymentMoney, type PaymentUpdate } from './money';

/** A payment problem that needs a person. */
interface Problem {
  kind: ProblemKind;
  paymentId: string;
  /** The first of two payments for the same thing. */
  otherPaymentId?: string;
  order: Order | undefined;
  money: Money;
  /** One sentence on what happened and what to do, without personal data. */
  text: string;
  /** True when another mail reports it already. */
  isNotified?: boolean;
  /** When it began, for kinds that a payment may have repeatedly: settling one does not settle a later one. */
  since?: Date | undefined;
}

/** Short titles without ids: subject of the mail, and reason of a refund. */
export const TITLES: Readonly<Record<ProblemKind, string>> = {
  amount_mismatch: 'Captured money does not fit its order',
  unknown_order: 'Captured money of an order that is not ours',
  unknown_buyer: 'Nobody knows who paid',
  paid_twice: 'Paid twice, refund one',
  uncaptured: 'A payment is not certain yet',
  not_offered: 'Paid for a course that has changed',
  disputed: 'Payment disputed',
  refund_failed: 'A refund failed',
};

/** Returns how to settle a problem without a refund. */
const settleBy = (paymentId: string): string =>
  `settle it in the office, or by: npm run api -- orders settle ${paymentId}`;

const isOne = ({ kind, paymentId }: Pick<Problem, 'kind' | 'paymentId'>) =>
  and(eq(paymentProblems.paymentId, paymentId), eq(paymentProblems.kind, kind));

/** Mails the owner about a problem, once by payment and kind, and records that. */
async function tellProblem({ outgoing, owner: ownerOf }: Needed, tx: Queries, problem: Problem): Promise<void> {
  const owner = await ownerOf(tx);
  const { kind, paymentId, order, text } = problem;
  const enrolment = await findEnrolment(tx, order?.enrolmentId);
  const details = lines([...linesOfBuyer(enrolment), ['Payment id', paymentId], ['Receipt', order?.receipt]]);
  const message = {
    subject: `${TITLES[kind]}: ${enrolment ? `${courseOf(enrolment)}, ${enrolment.name}` : paymentId}`,
    text: `${text}\n\n${details}\n${order && owner.officeOrigin ? `\nOpen it: ${owner.officeOrigin}/orders/${order.id}\n` : ''}`,
    ...(enrolment && { replyTo: enrolment.email }),
  };
  const email = enrolment?.email ?? owner.email;
  await outgoing.add(tx, { key: `problem:${kind}:${paymentId}`, email, content: { message } });
  await tx
    .update(paymentProblems)
    .set({ notifiedAt: sql`now()` })
    .where(and(isOne(problem), isNull(paymentProblems.notifiedAt)));
}

/** Records a problem once; a settled one may reopen. @returns whether the owner is not informed of it yet */
async function noteProblem(tx: Queries, problem: Problem): Promise<boolean> {
  const { order, money, isNotified, since = new Date(0), ...row } = problem;
  const kept = await tx
    .insert(paymentProblems)
    .values({ ...row, ...money, orderId: order?.id ?? null, ...(isNotified && { notifiedAt: new Date() }) })
    .onConflictDoUpdate({
      target: [paymentProblems.paymentId, paymentProblems.kind],
      set: { settledAt: null, text: row.text },
      setWhere: sql`${inArray(paymentProblems.kind, LOOKED_FOR)} and coalesce(${paymentProblems.acceptedAt} < ${since}, true)`,
    })
    .returning({ notifiedAt: paymentProblems.notifiedAt });
  return kept[0] !== undefined && kept[0].notifiedAt === null;
}

/** Records and mails that a captured payment does not match its order. */
export async function noteAmountMismatch(
  needed: Needed,
  tx: Queries,
  order: Order,
  payment: PaymentMoney,
): Promise<void> {
  const { id: paymentId, amount: money } = payment;
  const text = `${spell(money)} were captured by payment ${paymentId} for an order of ${spell(order)}: it does not count as the payment of the order. Refund the payment, or take it and ${settleBy(paymentId)}.`;
  const problem: Problem = { kind: 'amount_mismatch', paymentId, order, text, money };
  if (await noteProblem(tx, problem)) await tellProblem(needed, tx, problem);
}

/** Records that a paid course is not offered like that any more; the payment's own mail says so. */
export async function noteNotOffered(
  tx: Queries,
  order: Order,
  { id: paymentId, amount: money }: PaymentMoney,
  changed: string,
): Promise<void> {
  const text = `${spell(money)} were paid by payment ${paymentId}. ${changed} Refund the payment, or take it and ${settleBy(paymentId)}.`;
  await noteProblem(tx, { kind: 'not_offered', paymentId, order, text, money, isNotified: true });
}

/** Wait before an unknown order is reported: every 5 minutes reconciliation looks for orders without a provider id. */
const MAY_BECOME_KNOWN = sql`interval '15 minutes'`;

const unknownOrderProblem = (paymentId: string, money: Money): Problem => ({
  kind: 'unknown_order',
  paymentId,
  money,
  order: undefined,
  text: `${spell(money)} were captured by payment ${paymentId} for an order that this site did not make, or that a restore lost. See in the provider's dashboard what it is for, then ${settleBy(paymentId)}.`,
});

const askedBack = (paymentId: string, money: Money, respondBy: Date | null | undefined): string =>
  `The buyer's bank asks for ${spell(money)} of payment ${paymentId} back. Answer in the provider's dashboard${respondBy ? ` by ${spokenTime(respondBy)}` : ' in time'}.`;

/** Records captured money of an unknown order. The owner is informed unless the order may become known; of a dispute at once. */
export async function noteUnknownOrder(needed: Needed, tx: Queries, updates: readonly PaymentUpdate[]): Promise<void> {
  let currency = CURRENCY;
  for (const { paymentId, change, details } of updates) {
    if (change.about === 'dispute' && isRunning(change.status)) {
      const money = { amount: change.amount, currency };
      const text = `${askedBack(paymentId, money, change.respondBy)} Its order is not known here: when that is over, ${settleBy(paymentId)}.`;
      const since = details?.at;
      const problem: Problem = { kind: 'disputed', paymentId, order: undefined, money, text, since };
      if (await noteProblem(tx, problem)) await tellProblem(needed, tx, problem);
    }
    if (change.about !== 'payment') continue;
    currency = change.currency ?? currency;
    if (change.captured !== true || change.status === 'refunded') continue;
    const problem = unknownOrderProblem(paymentId, { amount: change.amount ?? 0, currency });
    if (!(await noteProblem(tx, problem))) continue;
    // The money may be for an order of this amount whose response was lost recently.
    const isOfAmount = and(eq(orders.amount, problem.money.amount), eq(orders.currency, currency));
    const isNew = and(isNull(orders.providerOrderId), sql`${orders.createdAt} > now() - interval '1 day'`);
    if ((await tx.$count(orders, and(isNew, isOfAmount))) === 0) await tellProblem(needed, tx, problem);
  }
}

/** Settles unknown orders that became known, and informs the owner of the others. */
async function checkUnknownOrders(db: Db, needed: Needed): Promise<void> {
  const isOpen = and(isNull(paymentProblems.orderId), isNull(paymentProblems.settledAt));
  await db
    .update(paymentProblems)
    .set({ settledAt: sql`now()` })
    .where(and(isOpen, inArray(paymentProblems.paymentId, db.select({ id: payments.id }).from(payments))));
  const unreported = await db
    .select()
    .from(paymentProblems)
    .where(
      and(isOpen, isNull(paymentProblems.notifiedAt), lt(paymentProblems.createdAt, sql`now() - ${MAY_BECOME_KNOWN}`)),
    );
  for (const { paymentId, amount, currency } of unreported)
    await db.transaction((tx) => tellProblem(needed, tx, unknownOrderProblem(paymentId, { amount, currency })));
}

async function paymentsOf(db: Queries, orderIds: readonly string[]) {
  const found = await db
    .select()
    .from(orders)
    .where(inArray(orders.id, [...new Set(orderIds)]));
  const money = await loadMoney(db, found);
  return new Map(
    found.flatMap((order) =>
      (money.get(order.id)?.payments ?? []).map((payment) => [payment.id, { order, payment }] as const),
    ),
  );
}

interface Pair extends Record<string, unknown> {
  first: string;
  second: string;
  orders: string[];
  course: CourseVariant | null;
  format: CourseFormat;
}

/** SQL of whether a payment has an unsettled problem of a kind, checked whatever its age. @param id SQL of the payment's id */
const isUnsettled = (kind: ProblemKind, id: SQL): SQL =>
  sql`exists (select from payment_problems q where q.payment_id = ${id} and q.kind = ${kind} and q.settled_at is null)`;

/** Query of captured payments of reconciled orders, or duplicates, each paired with every earlier one for the same thing. */
const PAIRS = sql`
  with captured as (
    select p.id, p.order_id, o.enrolment_id, p.created_at, e.course, e.format, e.name, e.email, e.phone
    from payments p join orders o on o.id = p.order_id left join enrolments e on e.id = o.enrolment_id
    where p.captured
  )
  select a.id as first, b.id as second, array[a.order_id, b.order_id]::text[] as orders, b.course, b.format
  from captured b join captured a on (a.created_at, a.id) < (b.created_at, b.id) and (
    a.order_id = b.order_id
    or a.enrolment_id = b.enrolment_id
    or (a.course = b.course and a.format = b.format and ${samePerson('a', 'b')})
  )
  where b.created_at > now() - ${LOOKED_AFTER}::interval
     or ${isUnsettled('paid_twice', sql`b.id`)}
  order by b.id, a.created_at, a.id`;

/**
 * Finds second payments: by the same order, by another order of the same enrolment, or by the same person for the same course.
 */
async function paidTwice(db: Db): Promise<Problem[]> {
  const { rows } = await db.execute<Pair>(PAIRS);
  const ids = rows.flatMap((row) => row.orders);
  const known = await paymentsOf(db, ids);
  const found = new Map<string, Problem>();
  for (const { first, second, course, format } of rows) {
    const [one, other] = [known.get(first), known.get(second)];
    const isHere = [one, other].every((each) => each?.payment.fits && each.payment.held.amount > 0);
    if (!one || !other || !isHere || found.has(second)) continue;
    const what = course ? ` for the ${courseLabel(course, format)}` : '';
    found.set(second, {
      kind: 'paid_twice',
      paymentId: second,
      otherPaymentId: first,
      money: other.payment.amount,
      order: other.order,
      text: `Paid twice, refund one: ${spell(one.payment.amount)} by payment ${first} and ${spell(other.payment.amount)} by payment ${second}${what}. If both are meant, ${settleBy(second)}.`,
    });
  }
  return [...found.values()];
}

/** Finds held money without an enrolment, which no list shows. A mail said so when it was paid. */
async function unknownBuyer(db: Queries): Promise<Problem[]> {
  const isLate = sql`${payments.createdAt} < now() - ${MAY_BECOME_KNOWN} and (
    ${payments.createdAt} > now() - ${LOOKED_AFTER}::interval or ${isUnsettled('unknown_buyer', sql`payments.id`)})`;
  const rows = await db
    .select({ id: orders.id })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(and(payments.captured, isNull(orders.enrolmentId), isLate));
  const ids = rows.map(({ id }) => id);
  const known = await paymentsOf(db, ids);
  return [...known.values()].flatMap(({ order, payment: { id: paymentId, fits, held } }): Problem[] => {
    if (!fits || held.amount === 0) return [];
    const text = `${spell(held)} are here by payment ${paymentId}, and nobody knows who paid. Find the buyer in the provider's dashboard, then ${settleBy(paymentId)}.`;
    return [{ kind: 'unknown_buyer', paymentId, order, money: held, text, isNotified: true }];
  });
}

/** Finds payments authorised more than an hour ago and not captured. @param orderId only those of this order */
async function uncaptured(db: Queries, orderId?: string): Promise<Problem[]> {
  const rows = await db
    .select({ payment: payments, order: orders })
    .from(payments)
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(
      and(
        eq(orders.status, 'authorized'),
        eq(payments.status, 'authorized'),
        lt(payments.createdAt, sql`now() - interval '1 hour'`),
        orderId ? eq(orders.id, orderId) : undefined,
      ),
    );
  return rows.map(({ payment, order }) => ({
    kind: 'uncaptured',
    paymentId: payment.id,
    order,
    money: order,
    text: `The bank agreed to payment ${payment.id} of ${spell(order)} more than an hour ago, and the money has not come. Capture it in the provider's dashboard, or refund it there; after five days it goes back by itself.`,
  }));
}

/** Finds disputed payments; a mail said so when the dispute began. @param orderId only those of this order */
async function disputed(db: Queries, orderId?: string): Promise<Problem[]> {
  const rows = await db
    .select({ dispute: disputes, payment: payments, order: orders })
    .from(disputes)
    .innerJoin(payments, eq(payments.id, disputes.paymentId))
    .innerJoin(orders, eq(orders.id, payments.orderId))
    .where(orderId ? eq(orders.id, orderId) : undefined);
  return rows
    .filter(({ dispute }) => isRunning(dispute.status))
    .map(({ dispute, payment, order }) => {
      const money = { amount: dispute.amount, currency: payment.currency ?? order.currency };
      const text = askedBack(payment.id, money, dispute.respondBy);
      const since = dispute.createdAt;
      return { kind: 'disputed', paymentId: payment.id, order, money, text, isNotified: true, since };
    });
}

/** Finds failed refunds whose money is still held, without a later refund; a mail said so. @param orderId only of it */
async function refundFailed(db: Queries, orderId?: string): Promise<Problem[]> {
  const later = alias(refunds, 'later');
  const began = sql`select 1 from ${refunds} ${later} where ${later.paymentId} = ${refunds.paymentId} and ${later.status} <> 'failed' and ${later.createdAt} > ${refunds.updatedAt}`;
  const rows = await db
    .select({ refund: refunds, orderId: payments.orderId })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(
      and(
        eq(refunds.status, 'failed'),
        orderId ? eq(payments.orderId, orderId) : undefined,
        sql`not exists (${began})`,
      ),
    )
    .orderBy(asc(refunds.updatedAt));
  const ids = rows.map((row) => row.orderId);
  const known = await paymentsOf(db, ids);
  return rows.flatMap(({ refund: { paymentId, amount, updatedAt: since } }): Problem[] => {
    const { order, payment } = known.get(paymentId) ?? {};
    if (!payment?.held.amount) return [];
    const money = { ...payment.amount, amount };
    const text = `A refund of ${spell(money)} of payment ${paymentId} failed: the money is still here. Refund it again, or ${settleBy(paymentId)}.`;
    return [{ kind: 'refund_failed', paymentId, order, money, text, isNotified: true, since }];
  });
}

/** Kinds checked each minute: they are settled when not found any more, and may reopen. */
const FIND = {
  paid_twice: paidTwice,
  unknown_buyer: unknownBuyer,
  uncaptured,
  disputed,
  refund_failed: refundFailed,
} satisfies Partial<Record<ProblemKind, unknown>>;
const LOOKED_FOR = Object.keys(FIND) as (keyof typeof FIND)[];

/** Records and mails the found problems of a kind, and settles those not found any more. @param orderId the only checked one */
async function keepFound(
  tx: Queries,
  needed: Needed,
  { kind, found, orderId }: { kind: keyof typeof FIND; found: readonly Problem[]; orderId?: string },
): Promise<void> {
  for (const problem of found) {
    await tx.transaction(async (each) => {
      if (await noteProblem(each, problem)) await tellProblem(needed, each, problem);
    });
  }
  const ids = found.map(({ paymentId }) => paymentId);
  await tx
    .update(paymentProblems)
    .set({ settledAt: sql`now()` })
    .where(
      and(
        eq(paymentProblems.kind, kind),
        isNull(paymentProblems.settledAt),
        orderId ? eq(paymentProblems.orderId, orderId) : isNotNull(paymentProblems.orderId),
        ids.length > 0 ? notInArray(paymentProblems.paymentId, ids) : undefined,
      ),
    );
}

/** Checks one order at once after news, so that its screen never contradicts itself. */
export async function checkOrder(tx: Queries, needed: Needed, orderId: string): Promise<void> {
  for (const kind of ['uncaptured', 'disputed', 'refund_failed'] as const)
    await keepFound(tx, needed, { kind, found: await FIND[kind](tx, orderId), orderId });
}

/** Settles problems whose money was refunded. */
async function settleReturned(db: Db): Promise<void> {
  const { kind, settledAt } = paymentProblems;
  const open = await db
    .select()
    .from(paymentProblems)
    .where(and(inArray(kind, ['amount_mismatch', 'not_offered']), isNull(settledAt)));
  const ids = open.flatMap(({ orderId }) => orderId ?? []);
  const known = await paymentsOf(db, ids);
  for (const problem of open) {
    const { captured, returned, lost } = known.get(problem.paymentId)?.payment ?? {};
    if (!captured || captured.amount > (returned?.amount ?? 0) + (lost?.amount ?? 0)) continue;
    await db.update(paymentProblems).set({ settledAt: sql`now()` }).where(isOne(problem));
  }
}

const UNREADABLE_ALARMS = 'webhook-unreadable:';

/**
 * Raises an alarm for each unreadable event: a second one within the hour may be another customer's money. Clears
 * alarms of events that a later version could read, or that are gone.
 */
async function checkUnreadable(db: Db, alarms: Alarms): Promise<void> {
  const name = sql<string>`${UNREADABLE_ALARMS}::text || ${webhookEvents.id}`;
  const rows = await db
    .select({ id: webhookEvents.id, name, toldAt: alarmRows.notifiedAt })
    .from(webhookEvents)
    .leftJoin(alarmRows, eq(alarmRows.name, name))
    .where(eq(webhookEvents.outcome, 'unreadable'));
  for (const { id, name: alarm, toldAt } of rows)
    if (!toldAt)
      await alarms.raise(alarm, `The webhook ${id} is signed but cannot be read; it is kept, in webhook_events.`);
  const names = rows.map((row) => row.name);
  await alarms.clearOthers(UNREADABLE_ALARMS, names);
}

const isOpen = and(isNull(paymentProblems.settledAt), isNotNull(paymentProblems.notifiedAt));

/** Returns the open problems, oldest first. @param paymentIds only those of these payments */
export const openProblems = (db: Queries, paymentIds?: readonly string[]) =>
  db
    .select()
    .from(paymentProblems)
    .where(
      and(
        isOpen,
        paymentIds &&
          or(
            inArray(paymentProblems.paymentId, [...paymentIds]),
            inArray(paymentProblems.otherPaymentId, [...paymentIds]),
          ),
      ),
    )
    .orderBy(asc(paymentProblems.createdAt), asc(paymentProblems.paymentId));

export const countProblems = async (db: Db): Promise<{ open: number }> => ({ open: (await openProblems(db)).length });

/** Prefix of the payments' alarms. */
const PAYMENT_ALARMS = 'payment:';
export const problemAlarm = ({ kind, paymentId }: Pick<Problem, 'kind' | 'paymentId'>): string =>
  `${PAYMENT_ALARMS}${kind}:${paymentId}`;

/** SQL of whether an alarm is the machine's. Payments' alarms only repeat the open problems. */
export const isOfMachine = sql`not starts_with(${alarmRows.name}, ${PAYMENT_ALARMS})`;

type Read = { text?: string | undefined; reason?: string };

/**
 * Settles the problems of a payment: a person has dealt with them, or accepts both of two payments.
 * @param read text of the one that they saw, and their reason; later problems stay open
 * @returns number of settled problems
 */
export async function settleProblems(db: Queries, paymentId: string, read: Read = {}): Promise<number> {
  const { text, reason } = read;
  const isRead = text ? eq(paymentProblems.text, text) : undefined;
  const settled = await db
    .update(paymentProblems)
    .set({ settledAt: sql`now()`, acceptedAt: sql`now()`, reason })
    .where(and(eq(paymentProblems.paymentId, paymentId), isNull(paymentProblems.settledAt), isRead))
    .returning({ kind: paymentProblems.kind });
  return settled.length;
}

/** Finds payment problems: mails the owner once, and keeps an alarm until each is settled. */
export async function checkPayments(context: Needed & Pick<Context, 'db' | 'alarms'>): Promise<void> {
  const { db, alarms, ...needed } = context;
  await checkUnknownOrders(db, needed);
  for (const kind of LOOKED_FOR) await keepFound(db, needed, { kind, found: await FIND[kind](db) });
  await settleReturned(db);
  await checkUnreadable(db, alarms);
  const open = await openProblems(db);
  for (const problem of open) await alarms.raise(problemAlarm(problem), problem.text);
  await alarms.clearOthers(PAYMENT_ALARMS, open.map(problemAlarm));
}
