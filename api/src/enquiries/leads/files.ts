import { and, asc, eq, gte, sql } from 'drizzle-orm';
import type { Db } from '../../db/database';
import { enquiries, files } from '../../db/tables/schema';
import type { LeadFilter } from './filter';

/** Files that visitors sent, oldest first. */
export const filesOfLeads = (db: Db, { form, since, id }: LeadFilter) =>
  db
    .select({
      lead: enquiries.id,
      stored: files.storedName,
    })
    .from(files)
    .innerJoin(enquiries, eq(enquiries.id, files.enquiryId))
    .where(
      and(
        form && eq(enquiries.form, form),
        since && gte(enquiries.createdAt, since),
        id ? sql`starts_with(${enquiries.id}::text, ${id})` : undefined,
      ),
    )
    .orderBy(asc(files.createdAt));
