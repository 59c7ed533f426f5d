import { rowsOf } from './owner';

/** An order in the database; the fields that tests read. */
export interface Order {
  providerOrderId: string;
  /** Paise. */
  amount: number;
  currency: string;
  status: string;
  payments: { id: string; status: string; amount: number | null }[];
}

/** Reads an order with the attempts to pay it. @param id the provider's id of the order @throws when there is none */
export async function orderOf(id: string): Promise<Order> {
  const [order] = await rowsOf<Order>(
    `select o.provider_order_id as "providerOrderId", o.amount, o.currency, o.status, coalesce((
       select json_agg(json_build_object('id', p.id, 'status', p.status, 'amount', p.amount) order by p.created_at)
       from payments p where p.order_id = o.id), '[]') as payments
     from orders o where o.provider_order_id = $1`,
    id,
  );
  if (!order) throw new Error(`There is no order ${id}.`);
  return order;
}
