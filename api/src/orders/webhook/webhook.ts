import { eq } from 'drizzle-orm';
import type { Db, Queries } from '../../db/database';
import { webhookEvents } from '../../db/payment-tables/webhooks-schema';
import type { Announce } from '../../enrolments/announce';
import type { Needed } from '../../enrolments/mail/mail-occurrence';
import { applyUpdates } from '../apply-updates';
import { noteUnknownOrder } from '../problems/unknown-order';
import { findOrder } from './find-order';
import { readWebhook } from './read-webhook';
import { storable, withoutPersonal } from './without-personal';

export type WebhookOutcome = (typeof webhookEvents.$inferSelect)['outcome'] | 'repeated';

/** What became of a webhook. */
export interface Handled {
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
    const unread = { id: eventId, type: storable(type), payload: { body: storable(text) } };
    const isNew = await keep(db, { ...unread, outcome: 'unreadable' });
    const problem = `The webhook ${eventId} is signed but cannot be read; it is kept, in webhook_events.`;
    return { outcome: 'unreadable', ...(isNew && { problem }) };
  }
  return db.transaction(async (tx) => {
    const row = { id: eventId, type: storable(type), payload: withoutPersonal(content) };
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
