import { BYTE_ORDER_MARK, csvLine } from '@wholepage/staff-kit/csv';
import { and, inArray, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inUnits } from '../../../wire/money';
import type { COURSE_CALLS, enrolmentListQuery } from '../../../wire/office/courses';
import type { FilterOf } from '../../../wire/office/lists';
import { ORDER_STATES, type OrderStatus } from '../../../wire/order-states';
import { type CourseFormat, type CourseVariant, courseLabel } from '../../../wire/orders';
import { type CoursePatch, changeCourse, readCatalogue } from '../../catalogue/catalogue';
import type { Context } from '../../context';
import type { Db } from '../../db/database';
import { orders } from '../../db/tables/orders-schema';
import { samePerson, wasPaidFor } from '../../enrolments/save';
import { RefusedError } from '../../errors';
import { loadMoney, priceOf, UNPAID } from '../../orders/money';
import { checkPayments, settleProblems } from '../../orders/problems';
import { offsetTime } from '../../support/site-zone';
import { wireOf } from '../../support/wire-names';
import { asFile, audit, auditVisit, DONE, found, type Handlers, holds, listed, pageOf } from '../access';
import { readStory, refundPayment, sendReceipt } from './order';

type Query = typeof enrolmentListQuery;
type Filter = FilterOf<Query>;
type Row = z.output<(typeof COURSE_CALLS)['GET /enrolments/:id']['answer']>;

const among = (statuses: readonly OrderStatus[]): SQL =>
  sql`o.status in ${sql.raw(`(${statuses.map((status) => `'${status}'`).join(', ')})`)}`;
const isPaid = among((Object.keys(ORDER_STATES) as OrderStatus[]).filter((status) => ORDER_STATES[status].isPaid));

/** SQL of whether an order was never paid; refunded and uncertain ones are neither paid nor unpaid. */
const isUnpaid = among([...UNPAID, 'expired']);

/** SQL order that selects an enrolment's order: a paid one, one that was paid once, or else the newest. */
export const SPEAKS = sql`order by ${isPaid} desc, ${isUnpaid}, o.created_at desc limit 1`;

/** SQL of whether the person paid, even by another enrolment or a wrong amount, so that nobody calls them. Uses an index. */
const MONEY_CAME = sql`exists (select from enrolments x where lower(x.email) = lower(e.email)
  and ${samePerson('x', 'e')} and ${wasPaidFor(sql`x.id`)})`;

const FROM = sql`from enrolments e left join lateral (
  select o.id, o.status from orders o where o.enrolment_id = e.id ${SPEAKS}) o on true`;

const COLUMNS = sql`e.id, e.created_at, e.name, e.email, e.phone, e.course, e.format, o.id as order_id, o.status as order_status`;

const SORTS: Readonly<Record<z.output<Query>['sort'], SQL>> = {
  created_at: sql`e.created_at`,
  name: sql`lower(e.name)`,
  course: sql`e.course`,
};

/** Whose enrolment is looked for: by name, address or phone, or by what stands on a receipt or a bank's statement. */
const isOf = (q: string): SQL => {
  const [id, digits] = [q.replaceAll(/\s/g, ''), q.replaceAll(/\D/g, '').slice(-10)];
  return sql`(${holds(sql`concat_ws(' ', e.name, e.email)`, q)}
    or exists (select from orders x left join payments p on p.order_id = x.id
      where x.enrolment_id = e.id and ${id} in (p.id, x.provider_order_id, x.receipt))
    or ${digits.length >= 5} and regexp_replace(e.phone, '\\D', '', 'g') like ${`%${digits}%`})`;
};

function where({ q, course, paid }: Filter): SQL {
  const each: Record<keyof Filter, SQL | undefined> = {
    course: course ? sql`e.course = ${course}` : undefined,
    paid: paid === undefined ? undefined : paid ? isPaid : sql`coalesce(${isUnpaid}, true) and not ${MONEY_CAME}`,
    q: q ? isOf(q) : undefined,
  };
  return and(...Object.values(each)) ?? sql`true`;
}

type Found = Record<string, unknown> &
  Omit<Row, 'created_at' | 'course' | 'course_label' | 'amount' | 'held'> & {
    created_at: string | Date;
    course: CourseVariant;
    format: CourseFormat;
  };

/** Adds each enrolment's order, and the sums of all its orders. */
async function withMoney(db: Db, rows: readonly Found[]): Promise<Row[]> {
  const ids = rows.map(({ id }) => id);
  const ordered = await db.select().from(orders).where(inArray(orders.enrolmentId, ids));
  const money = await loadMoney(db, ordered);
  return rows.map(({ created_at, format, ...row }) => {
    const own = ordered.filter(({ enrolmentId }) => enrolmentId === row.id);
    const order = own.find(({ id }) => id === row.order_id);
    const held = own.reduce((sum, { id }) => sum + (money.get(id)?.held.amount ?? 0), 0);
    return {
      ...row,
      created_at: new Date(created_at),
      course_label: courseLabel(row.course, format),
      amount: order ? priceOf(order) : null,
      held: order ? { ...priceOf(order), amount: held } : null,
    };
  });
}

const PARTICIPANT: Readonly<Record<string, (row: Row) => unknown>> = {
  enrolled: ({ created_at: at }) => offsetTime(at),
  course: ({ course_label: label }) => label,
  name: ({ name }) => name,
  email: ({ email }) => email,
  phone: ({ phone }) => phone,
  status: ({ order_status: status }) => status && ORDER_STATES[status].label,
  held: ({ held }) => held && inUnits(held),
  currency: ({ held }) => held?.currency,
};

export function courseCalls(context: Context) {
  const { db, outgoing } = context;
  return {
    'GET /enrolments': async ({ query }) => {
      const direction = query.order === 'asc' ? sql`asc` : sql`desc`;
      const whole = sql`${FROM} where ${where(query)}`;
      const found = await pageOf(db, query, whole, async (limit, offset) => {
        const order = sql`order by ${SORTS[query.sort]} ${direction}, e.id limit ${limit} offset ${offset}`;
        return (await db.execute<Found>(sql`select ${COLUMNS} ${whole} ${order}`)).rows;
      });
      return { ...found, data: await withMoney(db, found.data) };
    },
    'GET /enrolments/:id': async ({ caller, params: { id } }) => {
      const { rows } = await db.execute<Found>(sql`select ${COLUMNS} ${FROM} where e.id = ${id}`);
      const enrolment = found((await withMoney(db, rows))[0]);
      await auditVisit(db, caller, { area: 'courses', action: 'open enrolment', record: id });
      return enrolment;
    },
    /** Paid participants of a course, as CSV. */
    'GET /exports/participants.csv': async ({ caller, query: { course }, reply }) => {
      await audit(db, caller, { area: 'courses', action: 'export', record: course });
      const paid = where({ course, paid: true });
      const order = sql`order by e.course, lower(e.name)`;
      const { rows } = await db.execute<Found>(sql`select ${COLUMNS} ${FROM} where ${paid} ${order}`);
      const cells = Object.values(PARTICIPANT);
      const lines = (await withMoney(db, rows)).map((row) => cells.map((cell) => cell(row)));
      const csv = BYTE_ORDER_MARK + [Object.keys(PARTICIPANT), ...lines].map(csvLine).join('');
      return asFile(reply, 'participants.csv', 'text/csv').send(csv);
    },
    'GET /orders/:id': async ({ caller, params: { id } }) => {
      const story = found(await readStory(db, id));
      await auditVisit(db, caller, { area: 'courses', action: 'open', record: id });
      return story;
    },
    'POST /orders/:id/refunds': async ({ caller, params: { id }, body }) => {
      await refundPayment(context, caller, id, body);
      await checkPayments(context);
      outgoing.wake();
      return found(await readStory(db, id));
    },
    'POST /orders/:id/receipt': async ({ caller, params: { id }, body }) => {
      const sent = await sendReceipt(context, caller, id, body.id);
      outgoing.wake();
      return sent;
    },
    'POST /problems/:payment/settle': async ({ caller, params: { payment }, body }) => {
      await db.transaction(async (tx) => {
        const settled = await settleProblems(tx, payment, body);
        if (settled === 0) throw new RefusedError(409, 'This is settled already, or has changed since. Read it again.');
        await audit(tx, caller, { area: 'courses', action: 'settle', record: payment });
      });
      await checkPayments(context);
      return DONE;
    },
    'GET /courses': async () => listed((await readCatalogue(db)).map(wireOf)),
    'PATCH /courses/:variant': async ({ caller, params: { variant }, body }) => {
      const { reason, version, next_dates: nextDates, ...rest } = body;
      // JSON has no undefined values.
      const patch = { ...rest, ...(nextDates !== undefined && { nextDates }) } as CoursePatch;
      const changed = await db.transaction(async (tx) => {
        await audit(tx, caller, { area: 'courses', action: 'change course', record: variant, detail: patch });
        return changeCourse(tx, variant, patch, { by: caller.name, reason, version });
      });
      return wireOf(changed);
    },
  } satisfies Partial<Handlers>;
}
