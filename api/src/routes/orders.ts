import { ENROLMENT_HEADER, SUBMISSION_HEADER, saveResponseSchema } from 'contracts/enquiries';
import { confirmPaymentSchema, createOrderSchema, orderResponseSchema } from 'contracts/orders';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Context } from '../context';
import { readSubmissionId, submissionKey } from '../enquiries/submission';
import { checkPrice, findEnrolment } from '../enrolments/save';
import { RefusedError } from '../errors';
import { confirmPayment } from '../orders/confirm';
import { createOrder } from '../orders/create';

const tags = ['orders'];
const validatorCompiler = () => (value: unknown) => ({ value });

/** Course orders: made before the provider's checkout opens, confirmed when it closes. */
export async function orderRoutes(plain: FastifyInstance, context: Context): Promise<void> {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  const { announce, config, database, orderLimiter, metrics, provider } = context;
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
      validatorCompiler,
    },
    async (request) => {
      const submission = readSubmissionId(request.headers[SUBMISSION_HEADER.toLowerCase()]);
      await orderLimiter.take({ address: request.ip, submission });
      const body = createOrderSchema.safeParse(request.body);
      if (!body.success) throw new RefusedError(422, 'An order needs the amount of a course, in paise.');
      const { amount } = body.data;
      const key = submission && submissionKey(submission, ['order', amount], '').key;
      const onTrouble = (text: string) => request.log.warn(text);
      const enrolment = await findEnrolment(database.db, request.headers[ENROLMENT_HEADER.toLowerCase()]);
      if (enrolment) checkPrice(enrolment, amount);
      const id = await orderOnce(key, () =>
        createOrder({ db: database.db, provider, onTrouble }, { amount, submissionKey: key, enrolment }),
      );
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
      validatorCompiler,
    },
    async (request) => {
      await orderLimiter.take({ address: request.ip });
      const body = confirmPaymentSchema.safeParse(request.body);
      if (!body.success) throw new RefusedError(422, 'A confirmation needs order id, payment id and signature.');
      await confirmPayment(database.db, announce, body.data, config.payment.keySecret);
      metrics.orders.inc({ event: 'confirmed' });
      return { success: true, message: 'Your payment is confirmed.' };
    },
  );
}
