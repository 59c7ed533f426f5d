import { eq } from 'drizzle-orm';
import type { Alarms } from '../../alarms/alarms';
import type { Db } from '../../db/database';
import { webhookEvents } from '../../db/payment-tables/webhooks-schema';

const ALARMS = 'webhook-unreadable:';

/** Each event has an alarm of its own: a second one within the hour may be another customer's money. */
export const unreadableAlarm = (eventId: string): string => `${ALARMS}${eventId}`;

/** Ends the alarms of events that a later version could read, or that are gone. */
export async function clearReadEvents(db: Db, alarms: Alarms): Promise<void> {
  const rows = await db
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(eq(webhookEvents.outcome, 'unreadable'));
  await alarms.clearOthers(
    ALARMS,
    rows.map(({ id }) => unreadableAlarm(id)),
  );
}
