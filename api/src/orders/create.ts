import { randomBytes, randomUUID } from 'node:crypto';
import { COURSE_CATALOGUE, CURRENCY } from 'contracts/orders';
import { eq } from 'drizzle-orm';
import type { Db } from '../db/database';
import { orders } from '../db/orders-schema';
import type { Enrolment } from '../enrolments/save';
import { ProviderError, RefusedError } from '../errors';
import type { ProviderClient, WantedOrder } from './provider';
import { noteProviderOrder, type Order } from './record';
import type { ProviderOrder } from './wire';

/** Prices of the courses in paise. Nothing else can be ordered. */
const AMOUNTS: ReadonlySet<number> = new Set(
  Object.values(COURSE_CATALOGUE).map((course) => course.priceInRupees * 100),
);

const NOT_NOW =
  'The payment provider did not accept the order. Nothing has been charged. Please try again in a minute.';

interface Kept {
  order: Order;
  /** False when an earlier click made it: the provider may know it already. */
  isNew: boolean;
}

/** What is to be ordered. */
export interface OrderRequest {
  /** In paise. */
  amount: number;
  /** Of the visitor's click, so that a repeat gets the same order. */
  submissionKey: string | undefined;
  enrolment: Enrolment | undefined;
}

const keepOrder = async (db: Db, { amount, submissionKey, enrolment }: OrderRequest): Promise<Kept> => {
  const receipt = `course_${randomBytes(12).toString('hex')}`;
  const [created] = await db
    .insert(orders)
    .values({
      id: randomUUID(),
      receipt,
      amount,
      currency: CURRENCY,
      ...(submissionKey && { submissionKey }),
      ...(enrolment && { enrolmentId: enrolment.id }),
    })
    .onConflictDoNothing()
    .returning();
  if (created) return { order: created, isNew: true };
  const [known] = await db
    .select()
    .from(orders)
    .where(eq(orders.submissionKey, submissionKey ?? ''));
  if (!known) throw new Error('An order was neither new nor known.');
  return { order: known, isNew: false };
};

/** Made here, not in the browser: what the provider's dashboard says can be relied on. No personal data. */
const notesOf = ({ id }: Order, enrolment: Enrolment | undefined): Record<string, string> => ({
  order: id,
  ...(enrolment && { enrolment: enrolment.id, course: COURSE_CATALOGUE[enrolment.course].label }),
});

/** Asks by the receipt before anything is made a second time. */
const askThenMake = async (provider: ProviderClient, wanted: WantedOrder): Promise<ProviderOrder> =>
  (await provider.findOrder(wanted.receipt)) ?? provider.createOrder(wanted);

const make = async (provider: ProviderClient, wanted: WantedOrder): Promise<ProviderOrder> => {
  try {
    return await provider.createOrder(wanted);
  } catch (error) {
    if (error instanceof ProviderError && error.outcome === 'uncertain') return askThenMake(provider, wanted);
    throw error;
  }
};

/**
 * Keeps an order and makes it known to the provider.
 * @returns the provider's order id
 * @throws RefusedError 422 for an amount that no course has, 502 when the provider does not take the order
 */
export async function createOrder(
  { db, provider, onTrouble }: { db: Db; provider: ProviderClient; onTrouble(text: string): void },
  request: OrderRequest,
): Promise<string> {
  if (!AMOUNTS.has(request.amount))
    throw new RefusedError(422, 'No course has this price. Please reload the page and try again.');
  const { order, isNew } = await keepOrder(db, request);
  if (order.providerOrderId) return order.providerOrderId;
  const wanted = { amount: order.amount, receipt: order.receipt, notes: notesOf(order, request.enrolment) };
  try {
    const made = await (isNew ? make(provider, wanted) : askThenMake(provider, wanted));
    return await db.transaction((tx) => noteProviderOrder(tx, order.id, made.id));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    onTrouble(`Order ${order.id} stays pending: ${error.message}`);
    throw new RefusedError(502, NOT_NOW);
  }
}
