import { and, asc, desc, eq, gt, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { EnquiryFilter, EnquiryRow, enquiryListQuery } from '../../../../wire/office/inbox';
import type { Db } from '../../../db/database';
import { enquiries } from '../../../db/tables/schema';
import { type Total, totalOfTable } from '../../access';
import { fullName, LISTED } from './columns';
import { conditions } from './filter';

/** What indexes hold. Spam is a list of its own, so that the stage alone orders any list by status. */
const SORTS: Readonly<Record<string, readonly (SQL | PgColumn)[]>> = {
  name: [sql`lower(${fullName})`],
  status: [enquiries.stage, enquiries.createdAt],
};

/** A page of the inbox, and how many there are in all. */
export async function listEnquiries(
  db: Db,
  { page, perPage, sort, order, ...filter }: z.output<typeof enquiryListQuery>,
): Promise<{ data: EnquiryRow[] } & Total> {
  const direction = order === 'asc' ? asc : desc;
  const where = conditions(filter);
  const [rows, total] = await Promise.all([
    db
      .select(LISTED)
      .from(enquiries)
      .where(where)
      .orderBy(...[...(SORTS[sort] ?? [enquiries.createdAt]), enquiries.id].map((column) => direction(column)))
      .limit(perPage)
      .offset((page - 1) * perPage),
    totalOfTable(db, enquiries, where, { page, perPage }),
  ]);
  return {
    data: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })),
    ...total,
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
