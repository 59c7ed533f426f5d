import { and, asc, count, desc, eq, gt, or, type SQL } from 'drizzle-orm';
import type { z } from 'zod';
import type { EnquiryFilter, EnquiryRow, enquiryListQuery } from '../../../../wire/office/inbox';
import type { Db } from '../../../db/database';
import { enquiries } from '../../../db/tables/schema';
import { fullName, LISTED, status } from './columns';
import { conditions } from './filter';

const SORTS: Readonly<Record<string, SQL | typeof enquiries.createdAt>> = {
  created_at: enquiries.createdAt,
  name: fullName,
  status,
};

/** A page of the inbox, and how many there are in all. */
export async function listEnquiries(
  db: Db,
  { page, perPage, sort, order, ...filter }: z.output<typeof enquiryListQuery>,
): Promise<{ data: EnquiryRow[]; total: number }> {
  const direction = order === 'asc' ? asc : desc;
  const where = conditions(filter);
  const [rows, totals] = await Promise.all([
    db
      .select(LISTED)
      .from(enquiries)
      .where(where)
      .orderBy(direction(SORTS[sort] ?? enquiries.createdAt), direction(enquiries.id))
      .limit(perPage)
      .offset((page - 1) * perPage),
    db.select({ total: count() }).from(enquiries).where(where),
  ]);
  return {
    data: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
    total: totals[0]?.total ?? 0,
  };
}

/** All that fit, oldest first, in batches: a long list needs little memory. */
export async function* allEnquiries(db: Db, filter: EnquiryFilter, batch = 500) {
  let after: { createdAt: Date; id: string } | undefined;
  for (;;) {
    const next =
      after &&
      or(
        gt(enquiries.createdAt, after.createdAt),
        and(eq(enquiries.createdAt, after.createdAt), gt(enquiries.id, after.id)),
      );
    const rows = await db
      .select({ ...LISTED, message: enquiries.message })
      .from(enquiries)
      .where(and(conditions(filter), next))
      .orderBy(asc(enquiries.createdAt), asc(enquiries.id))
      .limit(batch);
    if (rows.length > 0) yield rows;
    const last = rows.at(-1);
    if (!last || rows.length < batch) return;
    after = { createdAt: last.created_at, id: last.id };
  }
}
