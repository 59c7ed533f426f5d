import { lt, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** True for rows whose moment is more than so many days ago. */
export const olderThan = (moment: AnyPgColumn, days: number): SQL =>
  lt(moment, sql`now() - ${days} * interval '1 day'`);
