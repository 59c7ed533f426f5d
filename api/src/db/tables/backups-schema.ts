import { integer, pgTable, serial } from 'drizzle-orm/pg-core';
import { createdAt, paise as large } from './columns';

/** Back-ups that were written, so that their age and size can be watched. */
export const backups = pgTable('backups', {
  id: serial('id').primaryKey(),
  rows: integer('rows').notNull(),
  files: integer('files').notNull(),
  /** Size of the file. */
  bytes: large('bytes').notNull(),
  createdAt: createdAt(),
});
