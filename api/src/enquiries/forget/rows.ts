import { eq, inArray, sql } from 'drizzle-orm';
import type { Db } from '../../db/database';
import { enrolments, webhookEvents } from '../../db/tables/orders-schema';
import { enquiries, files, honeypotCatches, mails } from '../../db/tables/schema';

/** Matches the address where it is not a part of a longer one. */
const addressPattern = (address: string): string =>
  `(^|[^a-z0-9._%+-])${address.replaceAll(/[^a-z0-9@]/g, '\\$&')}($|[^a-z0-9-])`;

/**
 * Erases the rows of a person, all or none. @returns what was erased, for the files that belong to it
 * @param address in lower case
 */
export function eraseRows(db: Db, address: string) {
  return db.transaction(async (tx) => {
    const found = await tx
      .select({ id: enquiries.id, submissionKey: enquiries.submissionKey })
      .from(enquiries)
      .where(eq(sql`lower(${enquiries.email})`, address));
    const ids = found.map(({ id }) => id);
    const uploaded = ids.length > 0 ? await tx.delete(files).where(inArray(files.enquiryId, ids)).returning() : [];
    const gone =
      ids.length > 0
        ? await tx.delete(enquiries).where(inArray(enquiries.id, ids)).returning({ id: enquiries.id })
        : [];
    const mailed = await tx
      .delete(mails)
      .where(eq(sql`lower(${mails.email})`, address))
      .returning({ id: mails.id });
    const caught = await tx
      .delete(honeypotCatches)
      .where(eq(sql`lower(${honeypotCatches.fields}->>'email')`, address))
      .returning({ id: honeypotCatches.id });
    const enrolled = await tx
      .delete(enrolments)
      .where(eq(sql`lower(${enrolments.email})`, address))
      .returning({ id: enrolments.id });
    const webhooks = await tx
      .update(webhookEvents)
      .set({ payload: { erased: true } })
      .where(
        sql`lower(coalesce(${webhookEvents.payload}->>'body', ${webhookEvents.payload}::text)) ~ ${addressPattern(address)}`,
      )
      .returning({ id: webhookEvents.id });
    return { uploaded, gone, mailed, caught, enrolled, webhooks };
  });
}
