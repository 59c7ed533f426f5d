import { and, asc, eq, inArray, isNotNull, isNull, lt, notInArray, type SQL, sql } from 'drizzle-orm';
import { COURSE_CATALOGUE, type CourseVariant } from '../../wire/orders';
import type { Alarms } from '../alarms/alarms';
import type { Db, Queries } from '../db/database';
import { orders, type ProblemKind, paymentProblems, payments, webhookEvents } from '../db/tables/orders-schema';
import type { Needed } from '../enrolments/mails';
import { courseOf, lines } from '../enrolments/mails';
import { findEnrolment, samePerson } from '../enrolments/save';
import type { ScheduledJob } from '../jobs/runner';
import { money, rupees } from '../support/rupees';
import type { PaymentUpdate } from './money';
import type { Order } from './record';

/** Captured money of a payment that is still here: not refunded in whole, not taken back by a bank. */
const HELD: SQL = sql`
  select p.id, p.order_id, o.enrolment_id, coalesce(p.amount, o.amount) as amount, p.created_at, p.updated_at,
         e.course, e.name, e.email, e.phone, back.amount as gone
  from payments p
  join orders o on o.id = p.order_id
  left join enrolments e on e.id = o.enrolment_id,
  lateral (
    select greatest(
      coalesce(sum(r.amount) filter (where r.status <> 'failed'), 0),
      p.amount_refunded - coalesce(sum(r.amount) filter (where r.status = 'failed'), 0)
    )::bigint as amount from refunds r where r.payment_id = p.id
  ) back
  where p.captured and coalesce(p.amount, o.amount) = o.amount and coalesce(p.currency, o.currency) = o.currency
    and back.amount < coalesce(p.amount, o.amount)
    and not exists (select 1 from disputes d where d.payment_id = p.id and d.status = 'lost')`;

const paidTwiceProblem = ({ first, second, amount, other, course }: Pair, order: Problem['order']): Problem => {
  const what = course ? ` for the ${COURSE_CATALOGUE[course].label}` : '';
  return {
    kind: 'paid_twice',
    paymentId: second,
    amount: Number(amount),
    currency: 'INR',
    order,
    text: `Paid twice, refund one: ${rupees(Number(other))} by payment ${first} and ${rupees(Number(amount))} by payment ${second}${what}. If both are meant: npm run api -- orders settle ${second}.`,
  };
};

/** What of an order's money is here. */
interface Held {
  /** Paise, without what went back. */
  paid: number;
  /** One of its payments is noted as a second one. */
  paidTwice: boolean;
}

interface Row extends Record<string, unknown> {
  order: string;
  paid: string;
  twice: boolean;
}

/** The money of all orders that have some, by our id of the order. */
export async function heldByOrder(db: Db): Promise<Map<string, Held>> {
  const { rows } = await db.execute<Row>(sql`
    select h.order_id as order, sum(h.amount - h.gone) as paid, bool_or(q.payment_id is not null) as twice
    from (${HELD}) h
    left join payment_problems q on q.payment_id = h.id and q.kind = 'paid_twice' and q.settled_at is null
    group by h.order_id`);
  return new Map(rows.map(({ order, paid, twice }) => [order, { paid: Number(paid), paidTwice: twice }]));
}

/** A captured payment with another amount or currency than its order. */
export interface Misfit {
  paymentId: string;
  amount: number;
  currency: string;
}

/** Captured money that a person has to look at. */
interface Problem extends Misfit {
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
async function tellProblem({ outgoing, owner }: Needed, tx: Queries, problem: Problem): Promise<void> {
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
async function noteProblem(tx: Queries, { kind, paymentId, order, ...facts }: Problem): Promise<boolean> {
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

/** The reconciliation asks every 5 minutes for orders whose id at the provider is not known yet. */
const MAY_BECOME_KNOWN = sql`interval '15 minutes'`;

const unknownOrderProblem = (paymentId: string, amount: number, currency: string): Problem => ({
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
    const problem = unknownOrderProblem(paymentId, change.amount ?? 0, change.currency ?? '');
    if ((await noteProblem(tx, problem)) && !(await mayBeOurs(tx, problem.amount)))
      await tellProblem(needed, tx, problem);
  }
}

/** Settles what has become known since, and tells what has not. */
async function checkUnknownOrders(db: Db, needed: Needed): Promise<void> {
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
    await db.transaction((tx) => tellProblem(needed, tx, unknownOrderProblem(paymentId, amount, currency)));
}

interface Pair extends Record<string, unknown> {
  first: string;
  second: string;
  amount: string;
  other: string;
  order: string;
  course: CourseVariant | null;
}

/**
 * Payments of the last week, or known to be second ones, for what was paid already. The first payment was by the same
 * order or another one of the same enrolment. Or the same person paid for the same course within 30 days.
 */
async function paidTwice(db: Db): Promise<Problem[]> {
  const { rows } = await db.execute<Pair>(sql`
    with held as materialized (${HELD})
    select distinct on (b.id) a.id as first, b.id as second, b.amount, a.amount as other, b.order_id as order, b.course
    from held b join held a on (a.created_at, a.id) < (b.created_at, b.id) and (
      a.order_id = b.order_id
      or a.enrolment_id = b.enrolment_id
      or (a.course = b.course and a.created_at > b.created_at - interval '30 days' and ${samePerson('a', 'b')})
    )
    where b.updated_at > now() - interval '7 days'
       or exists (select 1 from payment_problems q where q.payment_id = b.id and q.kind = 'paid_twice' and q.settled_at is null)
    order by b.id, a.created_at, a.id`);
  if (rows.length === 0) return [];
  const ids = rows.map(({ order }) => order);
  const found = await db.select().from(orders).where(inArray(orders.id, ids));
  return rows.map((row) =>
    paidTwiceProblem(
      row,
      found.find(({ id }) => id === row.order),
    ),
  );
}

const UNREADABLE_ALARMS = 'webhook-unreadable:';

/** Each event has an alarm of its own: a second one within the hour may be another customer's money. */
export const unreadableAlarm = (eventId: string): string => `${UNREADABLE_ALARMS}${eventId}`;

/** Ends the alarms of events that a later version could read, or that are gone. */
async function clearReadEvents(db: Db, alarms: Alarms): Promise<void> {
  const rows = await db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(eq(webhookEvents.outcome, 'unreadable'));
  await alarms.clearOthers(
    UNREADABLE_ALARMS,
    rows.map(({ id }) => unreadableAlarm(id)),
  );
}

/** Begins the name of each payment's alarm. */
const PAYMENT_ALARMS = 'payment:';

/** Problems that a person has to look at, oldest first. */
const openProblems = (db: Db) =>
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
  const nameOf = ({ kind, paymentId }: (typeof open)[number]) => `${PAYMENT_ALARMS}${kind}:${paymentId}`;
  for (const problem of open) await alarms.raise(nameOf(problem), problem.text);
  await alarms.clearOthers(PAYMENT_ALARMS, open.map(nameOf));
}

/** The same once a minute. */
export const paymentProblemsJob = (db: Db, alarms: Alarms, needed: Needed): ScheduledJob => ({
  name: 'payment-problems',
  schedule: '* * * * *',
  run: () => checkPayments(db, alarms, needed),
});
