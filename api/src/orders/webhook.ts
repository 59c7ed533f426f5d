import { createHash } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { saveResponseSchema } from '../../wire/enquiries';
import type { Context } from '../context';
import type { Queries } from '../db/database';
import {
  DISPUTE_STATUSES,
  orders,
  payments,
  REFUND_STATUSES,
  WEBHOOK_OUTCOMES,
  webhookEvents,
} from '../db/tables/orders-schema';
import { RefusedError } from '../errors';
import { applyUpdates, noteProviderOrder } from './apply-updates';
import type { PaymentUpdate } from './money';
import { noteUnknownOrder } from './problems';
import {
  providerDisputeSchema,
  providerPaymentSchema,
  providerRefundSchema,
  updateOfDispute,
  updateOfPayment,
  updateOfRefund,
  webhookSecretOf,
} from './provider';

const BODY_LIMIT = 256 * 1024;
const EVENT_ID = /^[\x21-\x7e]{1,200}$/;

const single = (value: string | string[] | undefined): string => (typeof value === 'string' ? value : '');

/** Route of the provider's webhooks. 200 means: stored durably, do not resend. */
export async function webhookRoute(app: FastifyInstance, context: Context): Promise<void> {
  const { config, metrics, outgoing } = context;
  // The signature covers the raw body, so that nothing may parse it before.
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
      // The only schema that is not enforced: signed events are stored even when they are unreadable.
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
      const { outcome, problem } = await handleWebhook(context, eventId, body);
      outgoing.wake();
      metrics.webhooks.inc({ outcome, secret: secret === 0 ? 'current' : 'previous' });
      if (problem) request.log.error(problem);
      return { success: true as const, outcome };
    },
  );
}

const webhookSchema = z.looseObject({
  entity: z.literal('event'),
  event: z.string().describe('Such as payment.captured; unknown ones are kept and answered 200'),
  payload: z.looseObject({}),
});

const webhookResponseSchema = z.object({
  success: z.literal(true),
  outcome: z.enum([...WEBHOOK_OUTCOMES, 'repeated']),
});

/** Stores an event once. An unreadable one may come again, or be reread by a later version. */
const keep = async (tx: Queries, event: typeof webhookEvents.$inferInsert): Promise<boolean> => {
  const { id: _same, ...columns } = event;
  const kept = await tx
    .insert(webhookEvents)
    .values(event)
    .onConflictDoUpdate({ target: webhookEvents.id, set: columns, setWhere: eq(webhookEvents.outcome, 'unreadable') })
    .returning({ id: webhookEvents.id });
  return kept.length > 0;
};

/**
 * Stores an event and applies it, in one transaction; a repeated id changes nothing. An unreadable event is stored as
 * it came, and a job raises an alarm.
 * @param rawBody of a request with a valid signature
 * @returns its outcome, and a problem for a person, if any
 */
async function handleWebhook(
  context: Context,
  id: string,
  rawBody: Buffer,
): Promise<{ outcome: z.output<typeof webhookResponseSchema>['outcome']; problem?: string }> {
  const { db } = context;
  const text = rawBody.toString('utf8');
  const { type, content, event } = readWebhook(text);
  if (!event) {
    await keep(db, { id, type, payload: { body: storable(text) }, outcome: 'unreadable' });
    return { outcome: 'unreadable' };
  }
  return db.transaction(async (tx) => {
    const row = { id, type, payload: withoutPersonal(content), outcome: 'unknown_event' } as const;
    if (!(await keep(tx, row))) return { outcome: 'repeated' };
    if (event.updates.length === 0) return { outcome: 'unknown_event' };
    const orderId = await findOrder(tx, event);
    const outcome = orderId ? 'applied' : 'unknown_order';
    await tx.update(webhookEvents).set({ outcome }).where(eq(webhookEvents.id, id));
    if (!orderId) {
      await noteUnknownOrder(context, tx, event.updates);
      return { outcome };
    }
    const { problem } = await applyUpdates(tx, context, orderId, event.updates);
    return { outcome, ...(problem && { problem }) };
  });
}

const first = async (rows: Promise<{ id: string }[]>): Promise<string | undefined> => (await rows)[0]?.id;

/** Returns the id of an event's order; undefined when it is not ours. */
const findOrder = async (tx: Queries, event: ProviderEvent): Promise<string | undefined> => {
  const { providerOrderId, receipt, paymentId } = event;
  const orderId = { id: orders.id };
  const byId =
    providerOrderId &&
    (await first(tx.select(orderId).from(orders).where(eq(orders.providerOrderId, providerOrderId))));
  if (byId) return byId;
  const byPayment =
    paymentId && (await first(tx.select({ id: payments.orderId }).from(payments).where(eq(payments.id, paymentId))));
  if (byPayment) return byPayment;
  // The response to our request was lost, and the payment came before the reconciliation.
  const byReceipt = receipt && (await first(tx.select(orderId).from(orders).where(eq(orders.receipt, receipt))));
  if (byReceipt && providerOrderId) await noteProviderOrder(tx, byReceipt, providerOrderId);
  return byReceipt || undefined;
};

const envelopeSchema = z.object({ event: z.string().min(1).max(200), payload: z.unknown() });

/**
 * Reads the body of a webhook. Never throws: an unreadable one needs a person.
 * @returns `event`, without updates when its type concerns no order; undefined when it is unreadable
 */
function readWebhook(body: string) {
  let type = 'unreadable';
  let content: unknown;
  let event: ProviderEvent | undefined;
  try {
    content = JSON.parse(body, (_name, value) => (typeof value === 'string' ? storable(value) : value));
    const envelope = envelopeSchema.parse(content);
    type = envelope.event;
    event = eventOf(envelope);
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof z.ZodError)) throw error;
  }
  return { type, content, event };
}

interface ProviderEvent {
  updates: PaymentUpdate[];
  /** Possible references to the order: the provider's id, our receipt, or a known payment. */
  providerOrderId?: string | undefined;
  receipt?: string | undefined;
  paymentId?: string | undefined;
}

const payment = z.object({ entity: providerPaymentSchema });
const order = z.object({ entity: z.object({ id: z.string().max(64), receipt: z.string().max(64).nullish() }) });
const aboutPayment = z.object({ payment, order: order.optional() });

type Reader = (payload: unknown, step: string) => ProviderEvent;

const readPayment: Reader = (payload) => {
  const { payment: paid, order: ordered } = aboutPayment.parse(payload);
  return {
    updates: [updateOfPayment(paid.entity)],
    providerOrderId: paid.entity.order_id ?? ordered?.entity.id,
    receipt: ordered?.entity.receipt ?? undefined,
    paymentId: paid.entity.id,
  };
};

/** Adds the payment in an event on a part of it; it comes first, because it may be unknown until then. */
const withPayment = (payload: unknown, update: PaymentUpdate): ProviderEvent => {
  const paid = z.object({ payment: payment.optional() }).parse(payload).payment?.entity;
  return {
    updates: [...(paid ? [updateOfPayment(paid)] : []), update],
    providerOrderId: paid?.order_id ?? undefined,
    paymentId: update.paymentId,
  };
};

const readRefund: Reader = (payload, step) => {
  const status = z.enum(REFUND_STATUSES).default(step === 'created' ? 'pending' : (step as 'processed'));
  const refund = z.object({ entity: providerRefundSchema.extend({ status }) });
  return withPayment(payload, updateOfRefund(z.object({ refund }).parse(payload).refund.entity));
};

const readDispute: Reader = (payload, step) => {
  const status = z.enum(DISPUTE_STATUSES).default(step === 'created' ? 'open' : (step as 'won'));
  const dispute = z.object({ entity: providerDisputeSchema.extend({ status }) });
  return withPayment(payload, updateOfDispute(z.object({ dispute }).parse(payload).dispute.entity));
};

/** Readers of the events that concern an order, by pattern. */
const READERS: readonly [RegExp, Reader][] = [
  [/^(?:payment|order)\.(authorized|captured|failed|paid)$/, readPayment],
  [/^refund\.(created|processed|failed)$/, readRefund],
  [/^payment\.dispute\.(created|under_review|action_required|won|lost|closed)$/, readDispute],
];

/** Parses an event; without updates when its type concerns no order. @throws ZodError */
const eventOf = ({ event: type, payload }: { event: string; payload: unknown }): ProviderEvent => {
  for (const [pattern, read] of READERS) {
    const step = pattern.exec(type)?.[1];
    if (step) return read(payload, step);
  }
  return { updates: [] };
};

/** Fields with personal data of the payer, which are not stored. */
const PERSONAL = new Set([
  'email',
  'contact',
  'notes',
  'card',
  'card_id',
  'vpa',
  'customer_id',
  'token_id',
  'acquirer_data',
  'upi',
  'bank_account',
  'name',
]);

/** Control characters and lone surrogates, which PostgreSQL cannot store in JSON. */
const UNSTORABLE = /\p{Cc}|\p{Surrogate}/gu;

const storable = (text: string): string => text.replace(UNSTORABLE, '');

/** Limits of a stored entity. */
const MOST_STORED = { characters: 2_000, items: 100, depth: 12 };

/** Returns a copy of an entity to store: without personal data, bounded in depth, breadth and length. */
function withoutPersonal(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return storable(value.slice(0, MOST_STORED.characters));
  if (typeof value !== 'object' || value === null) return value;
  if (depth > MOST_STORED.depth) return null;
  if (Array.isArray(value)) return value.slice(0, MOST_STORED.items).map((item) => withoutPersonal(item, depth + 1));
  const entries = Object.entries(value).filter(([name]) => !PERSONAL.has(name));
  return Object.fromEntries(entries.map(([name, item]) => [storable(name), withoutPersonal(item, depth + 1)]));
}
