import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { ENROLMENT_HEADER, saveResponseSchema } from '../../../wire/enquiries';
import { confirmPaymentSchema, createOrderSchema, orderResponseSchema } from '../../../wire/orders';
import { requireOffer } from '../../catalogue/offer';
import type { Context } from '../../context';
import { submissionKey } from '../../enquiries/submission';
import { enrolmentOfAttempt, findEnrolment } from '../../enrolments/save';
import { tieOrders } from '../../enrolments/tie';
import { confirmPayment } from '../../orders/confirm';
import { createOrder } from '../../orders/create';
import { submissionIdOf } from '../forms/submission-id';

const tags = ['orders'];

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
      await requireOffer(db, amount, enrolment?.course);
      const wanted = { amount, submissionKey: key, attempt: submission, enrolment };
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
