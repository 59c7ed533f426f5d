import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Queries } from '../db/database';
import { orders, webhookEvents } from '../db/schema';
import { providerPaymentSchema } from './provider';
import { applyPayment, noteProviderOrder, type Order } from './record';

const eventSchema = z.object({
  event: z.string().min(1).max(200),
  payload: z
    .object({
      payment: z.object({ entity: providerPaymentSchema }).optional(),
      order: z
        .object({ entity: z.object({ id: z.string().max(64), receipt: z.string().max(64).nullish() }) })
        .optional(),
    })
    .catch({}),
});

const HANDLED = new Set(['payment.authorized', 'payment.captured', 'payment.failed', 'order.paid']);

/** What tells who paid. It is of no use here, so it is not kept. */
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

const withoutPersonal = (value: unknown, depth = 0): unknown => {
  if (typeof value === 'string') return value.replace(/\p{Cc}|\p{Surrogate}/gu, '').slice(0, 2000);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > 12) return null;
  if (Array.isArray(value)) return value.slice(0, 100).map((item) => withoutPersonal(item, depth + 1));
  const entries = Object.entries(value).filter(([name]) => !PERSONAL.has(name));
  return Object.fromEntries(
    entries.map(([name, item]) => [name.replace(/\p{Cc}|\p{Surrogate}/gu, ''), withoutPersonal(item, depth + 1)]),
  );
};

type Event = z.output<typeof eventSchema>;

const findOrder = async (tx: Queries, { payload }: Event): Promise<Order | undefined> => {
  const providerId = payload.payment?.entity.order_id ?? payload.order?.entity.id;
  const receipt = payload.order?.entity.receipt;
  const [byId] = providerId
    ? await tx.select().from(orders).where(eq(orders.providerOrderId, providerId)).for('update')
    : [];
  if (byId) return byId;
  // The answer to our own request was lost, and the payment is faster than the reconciliation.
  const [byReceipt] = receipt ? await tx.select().from(orders).where(eq(orders.receipt, receipt)).for('update') : [];
  if (byReceipt && providerId) await noteProviderOrder(tx, byReceipt.id, providerId);
  return byReceipt;
};

export type WebhookOutcome = 'applied' | 'unknown_event' | 'unknown_order' | 'repeated';

/**
 * Keeps an event and applies what it tells, both or neither; a second arrival of the same id changes nothing.
 * @param body the parsed body of a request whose signature was found valid
 * @throws z.ZodError when it is no event at all
 */
export async function handleWebhook(
  db: Db,
  eventId: string,
  body: unknown,
  onTrouble: (text: string) => void,
): Promise<WebhookOutcome> {
  const event = eventSchema.parse(body);
  return db.transaction(async (tx) => {
    const payload = withoutPersonal(body);
    const [row] = await tx
      .insert(webhookEvents)
      .values({
        id: eventId,
        type: event.event.replace(/\p{Cc}|\p{Surrogate}/gu, ''),
        payload,
        outcome: 'unknown_event',
      })
      .onConflictDoNothing()
      .returning({ id: webhookEvents.id });
    if (!row) return 'repeated';
    if (!HANDLED.has(event.event)) return 'unknown_event';
    const order = await findOrder(tx, event);
    const outcome = order ? 'applied' : 'unknown_order';
    const payment = event.payload.payment?.entity;
    if (order && payment && !(await applyPayment(tx, order, payment))) {
      onTrouble(`Payment ${payment.id} does not have the amount of order ${order.id}; the order was left as it is.`);
    }
    await tx.update(webhookEvents).set({ outcome }).where(eq(webhookEvents.id, eventId));
    return outcome;
  });
}
