import { timestamp } from 'drizzle-orm/pg-core';

/** A point in time. */
export const moment = (name: string) => timestamp(name, { withTimezone: true });

/** When a row was made. */
export const createdAt = () => moment('created_at').notNull().defaultNow();
