import { bigint, integer, pgSchema, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from './columns';

/** Apart from the site's own tables: what is counted for a minute belongs in no back-up. The migration makes its tables unlogged. */
export const limiter = pgSchema('limiter');

/** What an address has sent in its minute. `bucket` is what is counted and the address. */
export const counts = limiter.table('counts', {
  bucket: text('bucket').primaryKey(),
  since: moment('since').notNull(),
  calls: integer('calls').notNull(),
  submissions: integer('submissions').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
});

/** Submissions that were let through, so that their repeats are not counted again. */
export const admitted = limiter.table(
  'admitted',
  {
    bucket: text('bucket').notNull(),
    submission: text('submission').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.bucket, table.submission] })],
);
