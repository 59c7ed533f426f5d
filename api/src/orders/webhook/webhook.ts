import { eq } from 'drizzle-orm';
import type { Db, Queries } from '../../db/database';
import { orders, payments, webhookEvents } from '../../db/tables/orders-schema';
import type { Announce } from '../../enrolments/announce';
import type { Needed } from '../../enrolments/mails';
import { applyUpdates } from '../apply-updates';
import { noteUnknownOrder } from '../problems';
import { noteProviderOrder } from '../record';
import { type ProviderEvent, readWebhook, storable, withoutPersonal } from './event';

type WebhookOutcome = (typeof webhookEvents.$inferSelect)['outcome'] | 'repeated';

/** What became of a webhook. */
interface Handled {
  outcome: WebhookOutcome;
  /** What a person has to look at. */
  problem?: string;
}

/** Keeps an event, once. One that could not be read before may come again, or be read again by a later version. */
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
 * Keeps an event and applies what it tells, both or neither; a second arrival of the same id changes nothing. One that
 * cannot be read is kept as it came.
 * @param rawBody of a request whose signature was found valid
 */
export async function handleWebhook(
  { db, announce, needed }: { db: Db; announce: Announce; needed: Needed },
  eventId: string,
  rawBody: Buffer,
): Promise<Handled> {
  const text = rawBody.toString('utf8');
  const { type, content, event } = readWebhook(text);
  if (!event) {
    const unread = { id: eventId, type, payload: { body: storable(text) } };
    const isNew = await keep(db, { ...unread, outcome: 'unreadable' });
    const problem = `The webhook ${eventId} is signed but cannot be read; it is kept, in webhook_events.`;
    return { outcome: 'unreadable', ...(isNew && { problem }) };
  }
  return db.transaction(async (tx) => {
    const row = { id: eventId, type, payload: withoutPersonal(content) };
    if (!(await keep(tx, { ...row, outcome: 'unknown_event' }))) return { outcome: 'repeated' };
    if (event.updates.length === 0) return { outcome: 'unknown_event' };
    const orderId = await findOrder(tx, event);
    const outcome = orderId ? 'applied' : 'unknown_order';
    await tx.update(webhookEvents).set({ outcome }).where(eq(webhookEvents.id, eventId));
    if (!orderId) {
      await noteUnknownOrder(needed, tx, event.updates);
      return { outcome };
    }
    const { problem } = await applyUpdates(tx, announce, orderId, event.updates);
    return { outcome, ...(problem && { problem }) };
  });
}

const first = async (rows: Promise<{ id: string }[]>): Promise<string | undefined> => (await rows)[0]?.id;

/** Id of the order that an event is about; undefined when it is none of ours. */
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
  // The answer to our own request was lost, and the payment is faster than the reconciliation.
  const byReceipt = receipt && (await first(tx.select(orderId).from(orders).where(eq(orders.receipt, receipt))));
  if (byReceipt && providerOrderId) await noteProviderOrder(tx, byReceipt, providerOrderId);
  return byReceipt || undefined;
};
