import { randomBytes, randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { saveResponseSchema } from '../../wire/enquiries';
import { missingProblem } from '../../wire/field-rule';
import { ENROLMENT_FIELDS, ENROLMENT_HEADER } from '../../wire/forms';
import { CURRENCY, isSame, type Money, ofUnits } from '../../wire/money';
import { PAYMENT_STATES } from '../../wire/order-states';
import {
  confirmPaymentSchema,
  courseLabel,
  createOrderSchema,
  enrolmentResponseSchema,
  enrolmentSchema,
  orderResponseSchema,
  type PaymentKnown,
  paymentStateResponseSchema,
} from '../../wire/orders';
import { requireOffer, requireOpen, taxAt, unitsAt } from '../catalogue/catalogue';
import type { Context } from '../context';
import type { Db, Queries } from '../db/database';
import { orders, payments } from '../db/tables/orders-schema';
import { mailOccurrence, type Needed } from '../enrolments/mails';
import { type Enrolment, enrolmentOfAttempt, findEnrolment, saveEnrolment } from '../enrolments/save';
import { InvalidFormError, ProviderError, RefusedError } from '../errors';
import { problemsOf, submissionIdOf, submissionKey } from '../plugins/requests';
import { applyUpdates, noteIfChanged, noteProviderOrder, orderInMails } from './apply-updates';
import { loadFacts, loadMoney, type PaymentHistory, paymentState } from './money';
import { isPaymentSignature, type ProviderClient, type ProviderOrder, type WantedOrder } from './provider';

/* The checkout: an enrolment, its order at the provider, and the browser's return. */

const tags = ['orders'];

const MISSING: ReadonlySet<string> = new Set(ENROLMENT_FIELDS.map(missingProblem));

const enrolmentHeader = (what: string) =>
  z.object({ [ENROLMENT_HEADER.toLowerCase()]: z.string().optional().describe(what) });

/** Routes of enrolment, order, the return from the provider's checkout, and the success page's question. */
export async function checkoutRoutes(plain: FastifyInstance, context: Context): Promise<void> {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  const { db, config, orderLimiter, lookupLimiter, metrics, outgoing } = context;
  const countAttempt = (request: FastifyRequest) =>
    orderLimiter.take({ address: request.ip, submission: submissionIdOf(request) });

  app.post(
    '/enrolments',
    {
      schema: {
        tags,
        summary: 'Keeps who wants to take which course; the order then names it in the header Enrolment-Id',
        headers: enrolmentHeader('Id of the enrolment of a try before: with the same details it is the same one'),
        body: enrolmentSchema,
        response: { 200: enrolmentResponseSchema, 422: saveResponseSchema, 429: saveResponseSchema },
      },
      preValidation: countAttempt,
      // Like the form's alerts: the first empty field alone, or else a sentence for each wrong one.
      schemaErrorFormatter: (errors) => {
        const problems = problemsOf(errors);
        const missing = problems.find(({ message }) => MISSING.has(message));
        return new InvalidFormError(missing ? [missing] : problems);
      },
    },
    async (request) => {
      const attempt = submissionIdOf(request);
      const { notice: _notice, ...details } = request.body;
      const named = await findEnrolment(db, request.headers[ENROLMENT_HEADER.toLowerCase()]);
      const isSame = named && Object.entries(details).every(([of, value]) => named[of as keyof Enrolment] === value);
      // Whose payment filled the course is told that it has arrived, by the call of the order.
      if (!isSame) await requireOpen(db, details.course);
      const key = submissionKey(attempt, ['enrolment', request.body], request.ip);
      const id = await saveEnrolment(db, request.body, key, attempt, isSame ? named : undefined);
      await db.transaction((tx) => tieOrders(context, tx, attempt));
      outgoing.wake();
      metrics.orders.inc({ event: 'enrolled' });
      return { success: true, id };
    },
  );

  /** Orders in progress: concurrent repeats of a click share the outcome. */
  const underWay = new Map<string, Promise<string>>();

  const orderOnce = (key: string | undefined, make: () => Promise<string>): Promise<string> => {
    if (key === undefined) return make();
    return underWay.getOrInsertComputed(key, () => make().finally(() => underWay.delete(key)));
  };

  app.post(
    '/create_order.php',
    {
      schema: {
        tags,
        summary: 'Makes an order for a course; the amount in paise must be the price of one',
        headers: enrolmentHeader('Id of the enrolment that it is made for'),
        body: createOrderSchema,
        response: { 200: orderResponseSchema, 422: saveResponseSchema, 502: saveResponseSchema },
      },
      preValidation: countAttempt,
    },
    async (request) => {
      const { amount } = request.body;
      const submission = submissionIdOf(request);
      const key = submission && submissionKey(submission, ['order', amount], '').key;
      const onTrouble = (text: string) => request.log.warn(text);
      const enrolment =
        (await findEnrolment(db, request.headers[ENROLMENT_HEADER.toLowerCase()])) ??
        (await enrolmentOfAttempt(db, submission));
      if (enrolment) await requireUnpaid(db, enrolment);
      const { price, plusTax } = await requireOffer(db, { amount, currency: CURRENCY }, enrolment?.course);
      const wanted = { price, plusTax, submissionKey: key, attempt: submission, enrolment };
      const id = await orderOnce(key, () => createOrder(context, wanted, onTrouble));
      // The enrolment may have arrived during this call, or after an earlier one.
      await db.transaction((tx) => tieOrders(context, tx, submission, enrolment));
      metrics.orders.inc({ event: 'created' });
      return { id };
    },
  );

  app.post(
    '/confirm_payment.php',
    {
      schema: {
        tags,
        summary: "Confirms a payment by the signature that the provider's checkout gave the browser",
        body: confirmPaymentSchema,
        response: { 200: saveResponseSchema, 400: saveResponseSchema },
      },
      preValidation: (request) => orderLimiter.take({ address: request.ip }),
    },
    // Only the provider's `captured` confirms the money; until then the order is `authorized`.
    async (request) => {
      const { razorpay_order_id: given, razorpay_payment_id: paymentId, razorpay_signature: signature } = request.body;
      const isUsable = !/\p{Cc}|\p{Surrogate}/u.test(given + paymentId);
      const [order] = isUsable ? await db.select().from(orders).where(eq(orders.providerOrderId, given)) : [];
      const stored = order?.providerOrderId ?? '';
      const isGenuine = isPaymentSignature(stored, paymentId, signature, config.payment.keySecret);
      if (!order || !isGenuine) throw new RefusedError(400, NOT_VERIFIED);
      const change = { about: 'payment', status: 'authorized' } as const;
      await db.transaction((tx) => applyUpdates(tx, context, order.id, [{ paymentId, change }]));
      metrics.orders.inc({ event: 'confirmed' });
      return { success: true, message: 'Your payment is confirmed.' };
    },
  );

  app.get(
    '/payment_state',
    {
      schema: {
        tags,
        summary: 'Whether a payment was made, as far as is known; nothing personal',
        querystring: z.object({ payment_id: z.string('Which payment?').min(1, 'Which payment?').max(2000) }),
        response: { 200: paymentStateResponseSchema, 429: saveResponseSchema },
      },
      preValidation: (request) => lookupLimiter.take({ address: request.ip }),
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      const { payment_id: id } = request.query;
      // Anybody with the id may learn the payment's state, and nothing else.
      const [row] = PAYMENT_ID.test(id) ? await db.select().from(payments).where(eq(payments.id, id)) : [];
      const facts = row && (await loadFacts(db, [row.orderId])).get(row.orderId)?.find((one) => one.id === id);
      return { success: true as const, state: facts ? knownOf(facts) : 'unconfirmed' };
    },
  );
}

const knownOf = (payment: PaymentHistory): PaymentKnown => {
  if (payment.captured) return PAYMENT_STATES[paymentState(payment)].isPaid ? 'confirmed' : 'returned';
  if (payment.status === 'created') return 'unconfirmed';
  return payment.status === 'authorized' ? 'authorized' : 'failed';
};

/** @throws RefusedError 422 when the enrolment is paid, which a checkout that was closed early does not know */
async function requireUnpaid(db: Db, { id, course, format }: Enrolment): Promise<void> {
  const money = await loadMoney(db, await db.select().from(orders).where(eq(orders.enrolmentId, id)));
  if (![...money.values()].some(({ held }) => held.amount > 0)) return;
  const text = `Your payment for the ${courseLabel(course, format)} has arrived: please do not pay again. We have sent you a receipt.`;
  throw new RefusedError(422, text, undefined, { code: 'already_paid' });
}

interface OrderRequest {
  price: Money;
  /** Whether tax is added to the price. */
  plusTax: boolean;
  /** Key of the visitor's click: a repeat gets the same order. */
  submissionKey: string | undefined;
  /** The browser's own key of that click, which its enrolment has, too. */
  attempt: string | undefined;
  enrolment: Enrolment | undefined;
}

/** Looks an order up by its receipt, and creates it if there is none. */
const findOrMakeOrder = async (provider: ProviderClient, wanted: WantedOrder): Promise<ProviderOrder> =>
  (await provider.findOrder(wanted.receipt)) ?? provider.createOrder(wanted);

/** Creates an order at the provider. After an uncertain answer it is looked up before a retry. */
const makeOrder = (provider: ProviderClient, wanted: WantedOrder): Promise<ProviderOrder> =>
  provider.createOrder(wanted).catch((error: unknown) => {
    if (error instanceof ProviderError && error.outcome === 'uncertain') return findOrMakeOrder(provider, wanted);
    throw error;
  });

const NOT_NOW =
  'The payment provider did not accept the order. Nothing has been charged. Please try again in a minute.';

/**
 * Stores an order and creates it at the provider.
 * @returns the provider's order id
 * @throws RefusedError 502 when the provider does not accept the order
 */
async function createOrder(
  { db, provider }: Pick<Context, 'db' | 'provider'>,
  request: OrderRequest,
  onTrouble: (text: string) => void,
): Promise<string> {
  const { price, plusTax, submissionKey, attempt, enrolment } = request;
  // Once a click; the provider does not know it yet.
  const [created] = await db
    .insert(orders)
    .values({
      id: randomUUID(),
      receipt: `course_${randomBytes(12).toString('hex')}`,
      ...price,
      plusTax,
      ...(submissionKey && { submissionKey }),
      ...(attempt && { attempt }),
      ...(enrolment && { enrolmentId: enrolment.id, course: enrolment.course, format: enrolment.format }),
    })
    .onConflictDoNothing()
    .returning();
  const isOfClick = eq(orders.submissionKey, submissionKey ?? '');
  const order = created ?? (await db.select().from(orders).where(isOfClick))[0];
  if (!order) throw new Error('An order was neither new nor known.');
  if (order.providerOrderId) return order.providerOrderId;
  const { amount, currency, receipt } = order;
  // Set by the server, so that the provider's dashboard is reliable. No personal data.
  const course = enrolment && courseLabel(enrolment.course, enrolment.format);
  const notes = { order: order.id, ...(enrolment && course && { enrolment: enrolment.id, course }) };
  const wanted = { amount, currency, receipt, notes };
  try {
    const made = await (created ? makeOrder(provider, wanted) : findOrMakeOrder(provider, wanted));
    return await db.transaction((tx) => noteProviderOrder(tx, order.id, made.id));
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    onTrouble(`Order ${order.id} stays pending: ${error.message}`);
    throw new RefusedError(502, NOT_NOW);
  }
}

/**
 * Ties orders to the enrolment of the same attempt to pay. The browser sends its id; when that response was late or lost, the
 * attempt identifies it. For an order that was paid meanwhile, the buyer gets the receipt now, and the owner learns who paid.
 */
async function tieOrders(needed: Needed, tx: Queries, attempt: string | undefined, named?: Enrolment): Promise<void> {
  const enrolment = named ?? (await enrolmentOfAttempt(tx, attempt));
  if (!attempt || !enrolment) return;
  const { id: enrolmentId, course, format } = enrolment;
  const untied = await tx
    .select({ order: orders, units: unitsAt(course, sql`orders.created_at`) })
    .from(orders)
    .where(and(eq(orders.attempt, attempt), isNull(orders.enrolmentId)))
    .for('update');
  // A payment counts only for a course at its price: naming another course later does not pay that.
  const own = untied.filter(({ order, units }) => units !== null && isSame(ofUnits(units), order));
  const ids = own.map(({ order }) => order.id);
  const tied = await tx
    .update(orders)
    .set({ enrolmentId, course, format, plusTax: taxAt(course, sql`orders.created_at`), updatedAt: sql`now()` })
    .where(inArray(orders.id, ids))
    .returning();
  const money = await loadMoney(tx, tied);
  for (const order of tied) {
    const sums = money.get(order.id);
    if (!sums?.captured.amount) continue;
    // The course was unknown when the money came.
    let reason: string | undefined;
    for (const payment of sums.payments) if (payment.fits) reason = (await noteIfChanged(tx, order, payment)) ?? reason;
    const common = await orderInMails(tx, order, sums);
    const what = { ...common, occasion: 'buyer_known', reason } as const;
    await mailOccurrence(needed, tx, what, `order:${order.id}:buyer_known`);
  }
}

const NOT_VERIFIED = 'This payment could not be verified. If you were charged, please write to us with the payment id.';

/** Form of the provider's payment ids; others are not looked up. */
const PAYMENT_ID = /^[\w-]{1,64}$/;
