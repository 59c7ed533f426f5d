import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { ENROLMENT_HEADER, saveResponseSchema } from '../../wire/enquiries';
import { missingProblem } from '../../wire/field-rule';
import { ENROLMENT_FIELDS } from '../../wire/forms';
import { CURRENCY } from '../../wire/money';
import {
  catalogueResponseSchema,
  confirmPaymentSchema,
  createOrderSchema,
  enrolmentResponseSchema,
  enrolmentSchema,
  orderResponseSchema,
  paymentStateResponseSchema,
} from '../../wire/orders';
import { readCatalogue, requireOffer, requireOpen } from '../catalogue/catalogue';
import type { Context } from '../context';
import { submissionIdOf, submissionKey } from '../enquiries/submission';
import { tieOrders } from '../enrolments/announce';
import { enrolmentOfAttempt, findEnrolment, saveEnrolment } from '../enrolments/save';
import { InvalidFormError, messageOf, RefusedError } from '../errors';
import { confirmPayment, createOrder, knownOf } from '../orders/checkout';
import { unreadableAlarm } from '../orders/problems';
import { webhookSecretOf } from '../orders/provider';
import { handleWebhook } from '../orders/webhook';
import { problemsOf } from '../plugins/requests';

/*
 * What is asked of the API about courses and their payments: by pages, by buyers, and by the payment provider.
 */

const tags = ['orders'];

const MISSING: ReadonlySet<string> = new Set(ENROLMENT_FIELDS.map(missingProblem));

/** Who wants to take which course, kept before anything is paid. */
export async function enrolmentRoutes(plain: FastifyInstance, context: Context): Promise<void> {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  const { database, orderLimiter, metrics, outgoing, owner } = context;

  app.post(
    '/enrolments',
    {
      schema: {
        tags,
        summary: 'Keeps who wants to take which course; the order then names it in the header Enrolment-Id',
        body: enrolmentSchema,
        response: { 200: enrolmentResponseSchema, 422: saveResponseSchema, 429: saveResponseSchema },
      },
      preValidation: async (request) => {
        await orderLimiter.take({ address: request.ip, submission: submissionIdOf(request) });
      },
      // As the form's own alerts: the first field that is empty alone, or else a sentence for each that is wrong.
      schemaErrorFormatter: (errors) => {
        const problems = problemsOf(errors);
        const missing = problems.find(({ message }) => MISSING.has(message));
        return new InvalidFormError(missing ? [missing] : problems);
      },
    },
    async (request) => {
      const attempt = submissionIdOf(request);
      await requireOpen(database.db, request.body.course);
      const key = submissionKey(attempt, ['enrolment', request.body], request.ip);
      const id = await saveEnrolment(database.db, request.body, key, attempt);
      await database.db.transaction((tx) => tieOrders({ outgoing, owner }, tx, attempt));
      outgoing.wake();
      metrics.orders.inc({ event: 'enrolled' });
      return { success: true, id };
    },
  );
}

/** Course orders: made before the provider's checkout opens, confirmed when it closes. */
export async function orderRoutes(plain: FastifyInstance, context: Context): Promise<void> {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  const { announce, config, database, orderLimiter, metrics, outgoing, owner, provider } = context;
  /** Repeats of a click that arrive while the first is under way share its outcome. */
  const underWay = new Map<string, Promise<string>>();

  const orderOnce = (key: string | undefined, make: () => Promise<string>): Promise<string> => {
    if (key === undefined) return make();
    const running = underWay.get(key) ?? make().finally(() => underWay.delete(key));
    underWay.set(key, running);
    return running;
  };

  app.post(
    '/create_order.php',
    {
      schema: {
        tags,
        summary: 'Makes an order for a course; the amount in paise must be the price of one',
        headers: z.object({
          [ENROLMENT_HEADER.toLowerCase()]: z.string().optional().describe('Id of the enrolment that it is made for'),
        }),
        body: createOrderSchema,
        response: { 200: orderResponseSchema, 422: saveResponseSchema, 502: saveResponseSchema },
      },
      preValidation: async (request) => {
        await orderLimiter.take({ address: request.ip, submission: submissionIdOf(request) });
      },
    },
    async (request) => {
      const { amount } = request.body;
      const submission = submissionIdOf(request);
      const key = submission && submissionKey(submission, ['order', amount], '').key;
      const onTrouble = (text: string) => request.log.warn(text);
      const { db } = database;
      const enrolment =
        (await findEnrolment(db, request.headers[ENROLMENT_HEADER.toLowerCase()])) ??
        (await enrolmentOfAttempt(db, submission));
      const { price, plusTax } = await requireOffer(db, { amount, currency: CURRENCY }, enrolment?.course);
      const wanted = { price, plusTax, submissionKey: key, attempt: submission, enrolment };
      const id = await orderOnce(key, () => createOrder({ db, provider, onTrouble }, wanted));
      // The enrolment may have arrived while the order was made.
      if (!enrolment) await db.transaction((tx) => tieOrders({ outgoing, owner }, tx, submission));
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
      preValidation: async (request) => {
        await orderLimiter.take({ address: request.ip });
      },
    },
    async (request) => {
      await confirmPayment(database.db, announce, request.body, config.payment.keySecret);
      metrics.orders.inc({ event: 'confirmed' });
      return { success: true, message: 'Your payment is confirmed.' };
    },
  );
}

const querystring = z.object({ payment_id: z.string('Which payment?').min(1, 'Which payment?').max(2000) });

/** For the success page, which knows a payment by the id of its address only. */
export async function paymentStateRoute(plain: FastifyInstance, { database, lookupLimiter }: Context): Promise<void> {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  app.get(
    '/payment_state',
    {
      schema: {
        tags,
        summary: 'Whether a payment was made, as far as is known; nothing personal',
        querystring,
        response: { 200: paymentStateResponseSchema, 429: saveResponseSchema },
      },
      preValidation: async (request) => {
        await lookupLimiter.take({ address: request.ip });
      },
    },
    async (request, reply) => {
      reply.header('cache-control', 'no-store');
      return { success: true as const, state: await knownOf(database.db, request.query.payment_id) };
    },
  );
}

/** A changed price is on the pages within seconds; a visitor with an older page gets it before they pay. */
const CACHE = 'public, max-age=5';

/** What the courses cost now, for pages, for the gate, and for whoever embeds them. */
export async function catalogueRoute(plain: FastifyInstance, { database }: Context): Promise<void> {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  app.get(
    '/catalogue',
    {
      schema: {
        tags,
        summary: "The owner's catalogue: what each course costs now, and whether it can be paid for",
        response: { 200: catalogueResponseSchema },
      },
    },
    async (_request, reply) => {
      const data = (await readCatalogue(database.reads)).map((course) => ({
        variant: course.variant,
        label: course.label,
        ...course.price,
        plus_tax: course.plusTax,
        status: course.status,
        place: course.place,
        next_dates: course.nextDates,
      }));
      reply.header('cache-control', CACHE);
      return { success: true as const, data };
    },
  );
}

const BODY_LIMIT = 256 * 1024;
const EVENT_ID = /^[\x21-\x7e]{1,200}$/;

const single = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '');

/** What the payment provider tells by itself. 200 means: kept for good, do not send again. */
export async function webhookRoute(
  app: FastifyInstance,
  { config, database, metrics, alarms, announce, outgoing, owner }: Context,
): Promise<void> {
  const needed = { outgoing, owner };
  // The signature covers the body as it came, so nothing may parse it before.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: BODY_LIMIT }, (_request, body, done) =>
    done(null, body),
  );

  app.post(
    '/webhooks/payment',
    {
      bodyLimit: BODY_LIMIT,
      schema: {
        tags,
        summary: 'Takes an event of the payment provider',
        headers: z.object({
          'x-razorpay-signature': z.string().describe('HMAC-SHA256 of the raw body, hexadecimal'),
          'x-razorpay-event-id': z.string().optional().describe('The same for every delivery of an event'),
        }),
        consumes: ['application/json'],
        body: webhookSchema,
        response: { 200: webhookResponseSchema, 401: saveResponseSchema },
      },
      // The one description that is not enforced: what is signed is kept, also when nobody can read it yet.
      validatorCompiler: () => (value) => ({ value }),
    },
    async (request) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const { webhookSecrets } = config.payment;
      const secret = webhookSecretOf(body, single(request.headers['x-razorpay-signature']), webhookSecrets);
      if (secret < 0) {
        metrics.webhooks.inc({ outcome: 'refused', secret: 'none' });
        throw new RefusedError(401, 'The signature is not valid for this body.');
      }
      const given = single(request.headers['x-razorpay-event-id']);
      const eventId = EVENT_ID.test(given) ? given : `sha256:${createHash('sha256').update(body).digest('hex')}`;
      const { outcome, problem } = await handleWebhook({ db: database.db, announce, needed }, eventId, body);
      outgoing.wake();
      metrics.webhooks.inc({ outcome, secret: secret === 0 ? 'current' : 'previous' });
      if (problem && outcome !== 'unreadable') request.log.error(problem);
      else if (problem) {
        // Not waited for: the provider gives up after 5 s, and the event is kept.
        alarms.raise(unreadableAlarm(eventId), problem).catch((error: unknown) => request.log.error(messageOf(error)));
      }
      return { success: true as const, outcome };
    },
  );
}

/** An event of the payment provider, as far as its form is fixed. */
const webhookSchema = z.looseObject({
  entity: z.literal('event'),
  event: z.string().describe('Such as payment.captured; unknown ones are kept and answered 200'),
  payload: z.looseObject({}),
});

const webhookResponseSchema = z.object({
  success: z.literal(true),
  outcome: z.enum(['applied', 'unknown_event', 'unknown_order', 'unreadable', 'repeated']),
});
