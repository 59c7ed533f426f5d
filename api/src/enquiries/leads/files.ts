import { asc, eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/database';
import { enquiries, files } from '../../db/tables/schema';

/** Files that visitors sent, oldest first. @param idPrefix only those of leads whose id begins with this */
export const filesOfLeads = (db: Db, idPrefix: string) =>
  db
    .select({
      lead: enquiries.id,
      email: enquiries.email,
      stored: files.storedName,
      name: files.originalName,
      type: files.mediaType,
      bytes: files.bytes,
      at: files.createdAt,
    })
    .from(files)
    .innerJoin(enquiries, eq(enquiries.id, files.enquiryId))
    .where(sql`starts_with(${enquiries.id}::text, ${idPrefix.toLowerCase()})`)
    .orderBy(asc(files.createdAt));
