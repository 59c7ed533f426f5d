import { rowsOf } from './owner';

/** What the database holds of an order, as far as the tests look at it. */
export interface Order {
  providerOrderId: string;
  /** Paise. */
  amount: number;
  currency: string;
  status: string;
  payments: { id: string; status: string; amount: number | null }[];
}

/** An order with the attempts to pay it. @param id the provider's */
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
