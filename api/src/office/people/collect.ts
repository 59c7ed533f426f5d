import { inArray, sql } from 'drizzle-orm';
import type { PersonData } from '../../../wire/office/people';
import type { Db } from '../../db/database';
import { enquiryNotes, enquiryReplies } from '../../db/tables/office-schema';
import { enrolments, orders } from '../../db/tables/orders-schema';
import { enquiries, files, mails } from '../../db/tables/schema';

/** All that is kept on a person, by e-mail, however it is written in capitals. */
export async function collectPerson(db: Db, email: string): Promise<PersonData> {
  const address = email.trim().toLowerCase();
  const is = (column: typeof enquiries.email | typeof mails.email | typeof enrolments.email) =>
    sql`lower(${column}) = ${address}`;
  const sent = await db.select().from(enquiries).where(is(enquiries.email));
  const ids = sent.map(({ id }) => id);
  const ofEnquiries = <T>(read: () => Promise<T[]>): Promise<T[]> => (ids.length > 0 ? read() : Promise.resolve([]));
  const enrolled = await db.select().from(enrolments).where(is(enrolments.email));
  const enrolmentIds = enrolled.map(({ id }) => id);
  const [notes, replies, uploads, mailed, ordered] = await Promise.all([
    ofEnquiries(() => db.select().from(enquiryNotes).where(inArray(enquiryNotes.enquiryId, ids))),
    ofEnquiries(() => db.select().from(enquiryReplies).where(inArray(enquiryReplies.enquiryId, ids))),
    ofEnquiries(() => db.select().from(files).where(inArray(files.enquiryId, ids))),
    db.select().from(mails).where(is(mails.email)),
    enrolmentIds.length > 0 ? db.select().from(orders).where(inArray(orders.enrolmentId, enrolmentIds)) : [],
  ]);
  return {
    email: address,
    at: new Date().toISOString(),
    enquiries: sent,
    notes,
    replies,
    files: uploads,
    mails: mailed,
    enrolments: enrolled,
    orders: ordered,
  };
}
