import { count, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '../../db/database';

/** Ten pages of a screen. To count 100,000 rows, or all that fit a search, costs a hundred times what a page costs. */
const COUNTED = 250;

/** How many there are in all; with `has_more` there are more than `total`. */
export interface Total {
  total: number;
  has_more?: boolean;
}

interface Page {
  page: number;
  perPage: number;
}

/**
 * Counts as far as somebody reads: ten pages, or to the end of the page that is asked for.
 * @param countUpTo counts no further than its limit
 */
export async function totalOf({ page, perPage }: Page, countUpTo: (limit: number) => Promise<number>): Promise<Total> {
  const most = Math.max(COUNTED, page * perPage);
  const found = await countUpTo(most + 1);
  return found > most ? { total: most, has_more: true } : { total: found };
}

/** The total of a list of one table. */
export const totalOfTable = (db: Db, table: PgTable, where: SQL | undefined, page: Page): Promise<Total> =>
  totalOf(page, async (limit) => {
    const some = db
      .select({ one: sql`1`.as('one') })
      .from(table)
      .where(where)
      .limit(limit)
      .as('some');
    const [row] = await db.select({ total: count() }).from(some);
    return row?.total ?? 0;
  });
