import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/database';

/** Captured money of a payment that is still here: not refunded in whole, not taken back by a bank. */
export const HELD: SQL = sql`
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

/** What of an order's money is here. */
export interface Held {
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
