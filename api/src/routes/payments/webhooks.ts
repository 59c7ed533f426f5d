import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { saveResponseSchema } from '../../../wire/enquiries';
import type { Context } from '../../context';
import { messageOf, RefusedError } from '../../errors';
import { unreadableAlarm } from '../../orders/problems';
import { webhookSecretOf } from '../../orders/provider';
import { handleWebhook } from '../../orders/webhook/webhook';

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
