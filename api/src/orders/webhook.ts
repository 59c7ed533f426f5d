import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { Db, Queries } from '../db/database';
import { orders, payments, webhookEvents } from '../db/orders-schema';
import type { Announce } from '../enrolments/announce';
import { type ProviderEvent, readEvent } from './event';
import { applyUpdates, noteProviderOrder } from './record';
import { storable, withoutPersonal } from './without-personal';

export type WebhookOutcome = (typeof webhookEvents.$inferSelect)['outcome'] | 'repeated';

/** What became of a webhook. */
export interface Handled {
  outcome: WebhookOutcome;
  /** What a person has to look at. */
  problem?: string;
}

const first = async (rows: Promise<{ id: string }[]>): Promise<string | undefined> => (await rows)[0]?.id;

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

const parse = (body: Buffer): unknown => {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return undefined;
  }
};

const read = (body: unknown): ProviderEvent | undefined => {
  try {
    return readEvent(body);
  } catch (error) {
    if (error instanceof z.ZodError) return undefined;
    throw error;
  }
};

/** Keeps an event, once. One that could not be read before may come again, or be read anew by a later version. */
const keep = async (tx: Queries, event: typeof webhookEvents.$inferInsert): Promise<boolean> => {
  const { id: _same, ...columns } = event;
  const kept = await tx
    .insert(webhookEvents)
    .values(event)
    .onConflictDoUpdate({ target: webhookEvents.id, set: columns, setWhere: eq(webhookEvents.outcome, 'unreadable') })
    .returning({ id: webhookEvents.id });
  return kept.length > 0;
};

const typeOf = (body: unknown): string => {
  const type = z.object({ event: z.string() }).safeParse(body).data?.event;
  return type ? storable(type).slice(0, 200) : 'unreadable';
};

/**
 * Keeps an event and applies what it tells, both or neither; a second arrival of the same id changes nothing. One that
 * cannot be read is kept as it came.
 * @param rawBody of a request whose signature was found valid
 */
export async function handleWebhook(db: Db, announce: Announce, eventId: string, rawBody: Buffer): Promise<Handled> {
  const body = parse(rawBody);
  const event = read(body);
  if (!event) {
    const payload = { body: storable(rawBody.toString('utf8')) };
    const isNew = await keep(db, { id: eventId, type: typeOf(body), payload, outcome: 'unreadable' });
    const problem = `The webhook ${eventId} is signed but cannot be read; it is kept: npm run orders -- webhooks.`;
    return { outcome: 'unreadable', ...(isNew && { problem }) };
  }
  return db.transaction(async (tx) => {
    const row = { id: eventId, type: storable(event.type), payload: withoutPersonal(body) };
    if (!(await keep(tx, { ...row, outcome: 'unknown_event' }))) return { outcome: 'repeated' };
    if (event.updates.length === 0) return { outcome: 'unknown_event' };
    const orderId = await findOrder(tx, event);
    const outcome = orderId ? 'applied' : 'unknown_order';
    await tx.update(webhookEvents).set({ outcome }).where(eq(webhookEvents.id, eventId));
    const applied = orderId ? await applyUpdates(tx, announce, orderId, event.updates) : undefined;
    return { outcome, ...(applied?.problem && { problem: applied.problem }) };
  });
}
