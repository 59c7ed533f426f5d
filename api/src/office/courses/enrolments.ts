import { type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { enrolmentListQuery, enrolmentRowSchema } from '../../../wire/office/courses';
import type { Db } from '../../db/database';
import { UNPAID } from '../../orders/money';
import { BYTE_ORDER_MARK, csvLine } from '../../support/csv';
import { offsetTime } from '../../support/site-zone';
import { type Total, totalOf } from '../access';

type Query = z.output<typeof enrolmentListQuery>;
type Row = z.output<typeof enrolmentRowSchema>;

const NOT_PAID = sql.raw(`(${[...UNPAID, 'expired'].map((status) => `'${status}'`).join(', ')})`);

/** Which of its orders speaks for an enrolment: one with money, or else the newest. */
export const SPEAKS = sql`order by o.status in ${NOT_PAID}, o.created_at desc limit 1`;

const FROM = sql`from enrolments e left join lateral (
  select o.id, o.status, o.amount from orders o where o.enrolment_id = e.id ${SPEAKS}) o on true`;

const COLUMNS = sql`e.id, e.created_at, e.name, e.email, e.phone, e.course, o.id as order_id, o.status as order_status, o.amount`;

const SORTS: Readonly<Record<Query['sort'], SQL>> = {
  created_at: sql`e.created_at`,
  name: sql`lower(e.name)`,
  course: sql`e.course`,
};

const contains = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

const where = ({ q, course, paid }: Pick<Query, 'q' | 'course' | 'paid'>): SQL => {
  const digits = q?.replace(/\D/g, '') ?? '';
  const parts = [
    sql`true`,
    ...(course ? [sql`e.course = ${course}`] : []),
    ...(paid === undefined ? [] : [sql`(o.status is not null and o.status not in ${NOT_PAID}) = ${paid}`]),
    ...(q
      ? [
          sql`(e.name ilike ${contains(q)} or e.email ilike ${contains(q)}${
            digits.length >= 5 ? sql` or regexp_replace(e.phone, '\\D', '', 'g') like ${contains(digits)}` : sql``
          })`,
        ]
      : []),
  ];
  return sql.join(parts, sql` and `);
};

const rowOf = (row: Record<string, unknown>): Row => {
  const { created_at, amount, ...rest } = row as Row & { created_at: string | Date };
  return { ...rest, created_at: new Date(created_at).toISOString(), amount: amount === null ? null : Number(amount) };
};

/** A page of the enrolments, and how many there are in all. */
export async function listEnrolments(db: Db, query: Query): Promise<{ data: Row[] } & Total> {
  const { page, perPage, sort, order } = query;
  const direction = order === 'asc' ? sql`asc` : sql`desc`;
  const [rows, total] = await Promise.all([
    db.execute(sql`select ${COLUMNS} ${FROM} where ${where(query)}
      order by ${SORTS[sort]} ${direction}, e.id limit ${perPage} offset ${(page - 1) * perPage}`),
    totalOf(query, async (limit) => {
      const some = sql`select 1 ${FROM} where ${where(query)} limit ${limit}`;
      const counted = await db.execute<{ total: number }>(sql`select count(*)::int as total from (${some}) counted`);
      return counted.rows[0]?.total ?? 0;
    }),
  ]);
  return { data: rows.rows.map(rowOf), ...total };
}

/** One enrolment with the order that speaks for it; undefined when there is none. */
export async function readEnrolment(db: Db, id: string): Promise<Row | undefined> {
  const { rows } = await db.execute(sql`select ${COLUMNS} ${FROM} where e.id = ${id}`);
  return rows[0] && rowOf(rows[0]);
}

const HEAD = ['enrolled', 'course', 'name', 'email', 'phone', 'status', 'rupees'];

/** Who takes a course and has paid, as a file for a spreadsheet. */
export async function participantsCsv(db: Db, course: string | undefined): Promise<string> {
  const { rows } = await db.execute(
    sql`select ${COLUMNS} ${FROM} where ${where({ q: undefined, course, paid: true })} order by e.course, lower(e.name)`,
  );
  const lines = rows
    .map(rowOf)
    .map((row) => [
      offsetTime(new Date(row.created_at)),
      row.course,
      row.name,
      row.email,
      row.phone,
      row.order_status,
      (row.amount ?? 0) / 100,
    ]);
  return BYTE_ORDER_MARK + [HEAD, ...lines].map(csvLine).join('');
}
