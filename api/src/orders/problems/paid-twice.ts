import { inArray, sql } from 'drizzle-orm';
import { COURSE_CATALOGUE, type CourseVariant } from '../../../wire/orders';
import type { Db } from '../../db/database';
import { orders } from '../../db/payment-tables/orders-schema';
import { samePerson } from '../../enrolments/same-person';
import { rupees } from '../../support/rupees';
import { HELD } from './held';
import type { Problem } from './note';

interface Pair extends Record<string, unknown> {
  first: string;
  second: string;
  amount: string;
  other: string;
  order: string;
  course: CourseVariant | null;
}

const problemOf = ({ first, second, amount, other, course }: Pair, order: Problem['order']): Problem => {
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

/**
 * Payments of the last week, or known to be second ones, for what was paid already. The first payment was by the same
 * order or another one of the same enrolment. Or the same person paid for the same course within 30 days.
 */
export async function paidTwice(db: Db): Promise<Problem[]> {
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
    problemOf(
      row,
      found.find(({ id }) => id === row.order),
    ),
  );
}
