import { createHash } from 'node:crypto';
import { saveResponseSchema } from 'contracts/enquiries';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Context } from '../context';
import { RefusedError } from '../errors';
import { isWebhookSignature } from '../orders/signature';
import { handleWebhook } from '../orders/webhook';
import { webhookResponseSchema, webhookSchema } from '../schemas/wire';

const BODY_LIMIT = 256 * 1024;
const EVENT_ID = /^[\x21-\x7e]{1,200}$/;

const single = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '');

const parse = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    throw new RefusedError(400, 'The body is not JSON.');
  }
};

/** What the payment provider tells by itself. 200 means: kept for good, do not send again. */
export async function webhookRoute(app: FastifyInstance, { config, database, metrics }: Context): Promise<void> {
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
        tags: ['orders'],
        summary: 'Takes an event of the payment provider',
        headers: z.object({
          'x-razorpay-signature': z.string().describe('HMAC-SHA256 of the raw body, hexadecimal'),
          'x-razorpay-event-id': z.string().optional().describe('The same for every delivery of an event'),
        }),
        consumes: ['application/json'],
        body: webhookSchema,
        response: { 200: webhookResponseSchema, 401: saveResponseSchema },
      },
      validatorCompiler: () => (value) => ({ value }),
    },
    async (request) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      if (!isWebhookSignature(body, single(request.headers['x-razorpay-signature']), config.payment.webhookSecret)) {
        metrics.webhooks.inc({ outcome: 'refused' });
        throw new RefusedError(401, 'The signature is not valid for this body.');
      }
      const given = single(request.headers['x-razorpay-event-id']);
      const eventId = EVENT_ID.test(given) ? given : `sha256:${createHash('sha256').update(body).digest('hex')}`;
      try {
        const outcome = await handleWebhook(database.db, eventId, parse(body), (text) => request.log.warn(text));
        metrics.webhooks.inc({ outcome });
        return { success: true as const, outcome };
      } catch (error) {
        if (error instanceof z.ZodError) throw new RefusedError(400, 'The body is not an event.');
        throw error;
      }
    },
  );
}
