import { and, eq, gt, sql } from 'drizzle-orm';
import type { Queries } from '../db/database';
import type { enquiries, mails } from '../db/tables/schema';
import { REPEAT_WINDOW_MS, type SubmissionKey } from './submission';

/** True when the same content, sent without an id, was kept shortly before in `table`. */
export const isRepeat = async (
  db: Queries,
  table: typeof enquiries | typeof mails,
  key: SubmissionKey,
): Promise<boolean> => {
  if (!key.previous) return false;
  const since = new Date(Date.now() - REPEAT_WINDOW_MS);
  const found = await db
    .select({ one: sql`1` })
    .from(table)
    .where(and(eq(table.submissionKey, key.previous), gt(table.createdAt, since)))
    .limit(1);
  return found.length > 0;
};
