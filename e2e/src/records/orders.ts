import { recordsOf } from './owner';

/** What `npm run orders -- show --json` tells of an order, as far as the tests look at it. */
export interface Order {
  providerOrderId: string;
  /** Paise. */
  amount: number;
  currency: string;
  status: string;
  payments: { id: string; status: string; amount: number | null }[];
}

/** An order as the owner reads it: with the command line. @param id the provider's */
export async function orderOf(id: string): Promise<Order> {
  const [order] = await recordsOf<Order>('orders', 'show', id);
  if (!order) throw new Error(`The owner has no order ${id}.`);
  return order;
}

/** The orders of a list, by the provider's id. */
export async function listedOrders(): Promise<Map<string, Omit<Order, 'payments'>>> {
  const rows = await recordsOf<Omit<Order, 'payments'>>('orders', 'list');
  return new Map(rows.map((row) => [row.providerOrderId, row]));
}
