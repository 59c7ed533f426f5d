import { bigint, timestamp } from 'drizzle-orm/pg-core';

/** A point in time. */
export const moment = (name: string) => timestamp(name, { withTimezone: true });

/** When a row was made. */
export const createdAt = () => moment('created_at').notNull().defaultNow();

/** When a row was last changed. */
export const updatedAt = () => moment('updated_at').notNull().defaultNow();

/** An amount of money. */
export const paise = (name: string) => bigint(name, { mode: 'number' });
