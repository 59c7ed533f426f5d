import { COURSE_CATALOGUE } from '../../wire/orders';
import type { Db } from '../db/database';
import type { Enrolment } from '../enrolments/save';
import { ProviderError, RefusedError } from '../errors';
import { keepOrder, type OrderRequest } from './keep';
import { findOrMakeOrder, makeOrder } from './provider/make-order';
import type { ProviderClient } from './provider/provider';
import { noteProviderOrder } from './provider-order-id';
import type { Order } from './record';

const NOT_NOW =
  'The payment provider did not accept the order. Nothing has been charged. Please try again in a minute.';

/** Made here, not in the browser: what the provider's dashboard says can be relied on. No personal data. */
const notesOf = ({ id }: Order, enrolment: Enrolment | undefined): Record<string, string> => ({
  order: id,
  ...(enrolment && { enrolment: enrolment.id, course: COURSE_CATALOGUE[enrolment.course].label }),
});

/**
 * Keeps an order and makes it known to the provider.
 * @returns the provider's order id
 * @throws RefusedError 502 when the provider does not take the order
 */
export async function createOrder(
  { db, provider, onTrouble }: { db: Db; provider: ProviderClient; onTrouble(text: string): void },
  request: OrderRequest,
): Promise<string> {
  const { order, isNew } = await keepOrder(db, request);
  if (order.providerOrderId) return order.providerOrderId;
  const wanted = { amount: order.amount, receipt: order.receipt, notes: notesOf(order, request.enrolment) };
  try {
    const made = await (isNew ? makeOrder(provider, wanted) : findOrMakeOrder(provider, wanted));
    return await db.transaction((tx) => noteProviderOrder(tx, order.id, made.id));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    onTrouble(`Order ${order.id} stays pending: ${error.message}`);
    throw new RefusedError(502, NOT_NOW);
  }
}
