import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { createdAt } from '../tables/columns';

export const WEBHOOK_OUTCOMES = ['applied', 'unknown_event', 'unknown_order', 'unreadable'] as const;

/** Every webhook that carried a valid signature, once per event id. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    /** Without what tells who paid. Of one that could not be read: `{ body }`, the text as it came. */
    payload: jsonb('payload').notNull(),
    outcome: text('outcome', { enum: WEBHOOK_OUTCOMES }).notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('webhook_events_unreadable').on(table.createdAt).where(sql`${table.outcome} = 'unreadable'`)],
);
