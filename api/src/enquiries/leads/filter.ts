import { type SQL, sql } from 'drizzle-orm';
import type { FormName } from '../../db/tables/schema';
import type { Lead } from './lead';

/** Which leads; all without conditions. */
export interface LeadFilter {
  form?: FormName | undefined;
  since?: Date | undefined;
  /** Id or its beginning. */
  id?: string | undefined;
  /** For pages: only what came after this lead. */
  after?: Pick<Lead, 'place' | 'id'> | undefined;
}

/** The filter as SQL on the columns of {@link Lead}. */
export const conditions = ({ form, since, id, after }: LeadFilter): SQL => {
  const list = [
    sql`true`,
    ...(form ? [sql`form = ${form}`] : []),
    ...(since ? [sql`created_at >= ${since.toISOString()}::timestamptz`] : []),
    ...(id ? [sql`starts_with(id::text, ${id})`] : []),
    ...(after ? [sql`(created_at, id) > (${after.place}::timestamptz, ${after.id}::uuid)`] : []),
  ];
  return sql.join(list, sql` and `);
};
