import { randomBytes, randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Money } from '../../wire/money';
import { type ConfirmPayment, courseLabel, type PaymentKnown } from '../../wire/orders';
import type { Db, Queries } from '../db/database';
import { orders, payments } from '../db/tables/orders-schema';
import type { Announce } from '../enrolments/announce';
import type { Enrolment } from '../enrolments/save';
import { ProviderError, RefusedError } from '../errors';
import { applyUpdates, noteProviderOrder, type Order } from './apply-updates';
import { isPaymentSignature, type ProviderClient, type ProviderOrder, type WantedOrder } from './provider';

interface Kept {
  order: Order;
  /** False when an earlier click made it: the provider may know it already. */
  isNew: boolean;
}

/** What is to be ordered. */
interface OrderRequest {
  price: Money;
  /** Tax comes on top of it. */
  plusTax: boolean;
  /** Of the visitor's click, so that a repeat gets the same order. */
  submissionKey: string | undefined;
  /** The same as the browser sent it, which an enrolment of the same click carries, too. */
  attempt: string | undefined;
  enrolment: Enrolment | undefined;
}

/** Keeps an order as a row, once for each click. The provider has not heard of it yet. */
const keepOrder = async (db: Db, request: OrderRequest): Promise<Kept> => {
  const { price, plusTax, submissionKey, attempt, enrolment } = request;
  const receipt = `course_${randomBytes(12).toString('hex')}`;
  const [created] = await db
    .insert(orders)
    .values({
      id: randomUUID(),
      receipt,
      ...price,
      plusTax,
      ...(submissionKey && { submissionKey }),
      ...(attempt && { attempt }),
      ...(enrolment && { enrolmentId: enrolment.id, course: enrolment.course, format: enrolment.format }),
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

/** Asks by the receipt before anything is made a second time. */
const findOrMakeOrder = async (provider: ProviderClient, wanted: WantedOrder): Promise<ProviderOrder> =>
  (await provider.findOrder(wanted.receipt)) ?? provider.createOrder(wanted);

/** Makes an order. When it is not known whether that was done, it is asked for first. */
const makeOrder = async (provider: ProviderClient, wanted: WantedOrder): Promise<ProviderOrder> => {
  try {
    return await provider.createOrder(wanted);
  } catch (error) {
    if (error instanceof ProviderError && error.outcome === 'uncertain') return findOrMakeOrder(provider, wanted);
    throw error;
  }
};

const NOT_NOW =
  'The payment provider did not accept the order. Nothing has been charged. Please try again in a minute.';

/** Made here, not in the browser: what the provider's dashboard says can be relied on. No personal data. */
const notesOf = ({ id }: Order, enrolment: Enrolment | undefined): Record<string, string> => ({
  order: id,
  ...(enrolment && { enrolment: enrolment.id, course: courseLabel(enrolment.course, enrolment.format) }),
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
  const { amount, currency } = order;
  const wanted = { amount, currency, receipt: order.receipt, notes: notesOf(order, request.enrolment) };
  try {
    const made = await (isNew ? makeOrder(provider, wanted) : findOrMakeOrder(provider, wanted));
    return await db.transaction((tx) => noteProviderOrder(tx, order.id, made.id));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    onTrouble(`Order ${order.id} stays pending: ${error.message}`);
    throw new RefusedError(502, NOT_NOW);
  }
}

const NOT_VERIFIED = 'This payment could not be verified. If you were charged, please write to us with the payment id.';

/**
 * Notes that the browser came back from a successful checkout, when the provider's signature proves it.
 * The money is taken only when the provider says `captured`: until then the order is `authorized`.
 * @throws RefusedError 400 when the order is not ours or the signature not the provider's
 */
export async function confirmPayment(
  db: Db,
  announce: Announce,
  given: ConfirmPayment,
  keySecret: string,
): Promise<void> {
  const usable = !/\p{Cc}|\p{Surrogate}/u.test(given.razorpay_order_id + given.razorpay_payment_id);
  const [order] = usable
    ? await db.select().from(orders).where(eq(orders.providerOrderId, given.razorpay_order_id))
    : [];
  const stored = order?.providerOrderId ?? '';
  const genuine = isPaymentSignature(stored, given.razorpay_payment_id, given.razorpay_signature, keySecret);
  if (!order || !genuine) throw new RefusedError(400, NOT_VERIFIED);
  await db.transaction((tx) =>
    applyUpdates(tx, announce, order.id, [
      { paymentId: given.razorpay_payment_id, change: { about: 'payment', status: 'authorized' } },
    ]),
  );
}

/** As the provider makes them. Anything that is not the id of a payment is not looked up. */
const PAYMENT_ID = /^[\w-]{1,64}$/;

/** What may be said of a payment to anybody who has its id: whether it was made, and nothing else. */
export async function knownOf(db: Queries, id: string): Promise<PaymentKnown> {
  if (!PAYMENT_ID.test(id)) return 'unconfirmed';
  const [payment] = await db.select().from(payments).where(eq(payments.id, id));
  if (!payment || payment.status === 'created') return 'unconfirmed';
  if (payment.captured) return 'confirmed';
  return payment.status === 'authorized' ? 'authorized' : 'failed';
}
