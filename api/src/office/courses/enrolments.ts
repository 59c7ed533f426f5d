import { inArray, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { inUnits } from '../../../wire/money';
import type { COURSE_CALLS } from '../../../wire/office/courses';
import { ORDER_STATES, type OrderStatus } from '../../../wire/order-states';
import { type CourseFormat, type CourseVariant, courseLabel } from '../../../wire/orders';
import type { Db } from '../../db/database';
import { orders } from '../../db/tables/orders-schema';
import { loadMoney, priceOf, UNPAID } from '../../orders/money';
import { BYTE_ORDER_MARK, csvLine } from '../../support/csv';
import { offsetTime } from '../../support/site-zone';
import { holds, type Total, totalOf } from '../access';

type Query = z.output<(typeof COURSE_CALLS)['GET /enrolments']['query']>;
type Row = z.output<(typeof COURSE_CALLS)['GET /enrolments/:id']['answer']>;

const among = (statuses: readonly OrderStatus[]): SQL =>
  sql`o.status in ${sql.raw(`(${statuses.map((status) => `'${status}'`).join(', ')})`)}`;
const isPaid = among((Object.keys(ORDER_STATES) as OrderStatus[]).filter((status) => ORDER_STATES[status].isPaid));

/** Nobody ever paid: what was given back, or is not certain yet, is neither. */
const isUnpaid = among([...UNPAID, 'expired']);

/** Which of its orders speaks for an enrolment: one whose money is here, one that had some, or else the newest. */
export const SPEAKS = sql`order by ${isPaid} desc, ${isUnpaid}, o.created_at desc limit 1`;

const FROM = sql`from enrolments e left join lateral (
  select o.id, o.status from orders o where o.enrolment_id = e.id ${SPEAKS}) o on true`;

const COLUMNS = sql`e.id, e.created_at, e.name, e.email, e.phone, e.course, e.format, o.id as order_id, o.status as order_status`;

const SORTS: Readonly<Record<Query['sort'], SQL>> = {
  created_at: sql`e.created_at`,
  name: sql`lower(e.name)`,
  course: sql`e.course`,
};

const where = ({ q, course, paid }: Pick<Query, 'q' | 'course' | 'paid'>): SQL => {
  const digits = q?.replace(/\D/g, '') ?? '';
  const parts = [
    sql`true`,
    ...(course ? [sql`e.course = ${course}`] : []),
    ...(paid === undefined ? [] : [paid ? isPaid : sql`coalesce(${isUnpaid}, true)`]),
    ...(q
      ? [
          sql`(${holds(sql`e.name`, q)} or ${holds(sql`e.email`, q)}${
            digits.length >= 5 ? sql` or regexp_replace(e.phone, '\\D', '', 'g') like ${`%${digits}%`}` : sql``
          })`,
        ]
      : []),
  ];
  return sql.join(parts, sql` and `);
};

type Found = Record<string, unknown> &
  Omit<Row, 'created_at' | 'course' | 'course_label' | 'amount' | 'held'> & {
    created_at: string | Date;
    course: CourseVariant;
    format: CourseFormat;
  };

/** With what was ordered, and what is here by whichever of their orders. */
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

/** A page of the enrolments, and how many there are in all. */
export async function listEnrolments(db: Db, query: Query): Promise<{ data: Row[] } & Total> {
  const { page, perPage, sort, order } = query;
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  const [rows, total] = await Promise.all([
    db.execute<Found>(sql`select ${COLUMNS} ${FROM} where ${where(query)}
      order by ${SORTS[sort]} ${direction}, e.id limit ${perPage} offset ${(page - 1) * perPage}`),
    totalOf(query, async (limit) => {
      const some = sql`select 1 ${FROM} where ${where(query)} limit ${limit}`;
      const counted = await db.execute<{ total: number }>(sql`select count(*)::int as total from (${some}) counted`);
      return counted.rows[0]?.total ?? 0;
    }),
  ]);
  return { data: await withMoney(db, rows.rows), ...total };
}

/** One enrolment with the order that speaks for it; undefined when there is none. */
export async function readEnrolment(db: Db, id: string): Promise<Row | undefined> {
  const { rows } = await db.execute<Found>(sql`select ${COLUMNS} ${FROM} where e.id = ${id}`);
  return (await withMoney(db, rows))[0];
}

const HEAD = ['enrolled', 'course', 'name', 'email', 'phone', 'status', 'held', 'currency'];

/** Who takes a course and whose money is here, as a file for a spreadsheet. */
export async function participantsCsv(db: Db, course: string | undefined): Promise<string> {
  const { rows } = await db.execute<Found>(
    sql`select ${COLUMNS} ${FROM} where ${where({ q: undefined, course, paid: true })} order by e.course, lower(e.name)`,
  );
  const lines = (await withMoney(db, rows)).map((row) => [
    offsetTime(row.created_at),
    row.course_label,
    row.name,
    row.email,
    row.phone,
    row.order_status && ORDER_STATES[row.order_status].label,
    row.held && inUnits(row.held),
    row.held?.currency,
  ]);
  return BYTE_ORDER_MARK + [HEAD, ...lines].map(csvLine).join('');
}
