import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { saveResponseSchema } from '../../../wire/enquiries';
import { paymentStateResponseSchema } from '../../../wire/payment-state';
import type { Context } from '../../context';
import { knownOf } from '../../orders/payments/known';

const querystring = z.object({ payment_id: z.string('Which payment?').min(1, 'Which payment?').max(2000) });

/** For the success page, which knows a payment by the id of its address only. */
export async function paymentStateRoute(plain: FastifyInstance, { database, lookupLimiter }: Context): Promise<void> {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  app.get(
    '/payment_state',
    {
      schema: {
        tags: ['orders'],
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
