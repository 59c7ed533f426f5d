import { and, asc, desc, eq, ne, or, sql } from 'drizzle-orm';
import type { OrderStatus } from '../../../../wire/money';
import type { Enquiry } from '../../../../wire/office/inbox';
import type { Db } from '../../../db/database';
import { enquiryNotes, enquiryReplies } from '../../../db/tables/office-schema';
import { enrolments } from '../../../db/tables/orders-schema';
import { enquiries, files, mails } from '../../../db/tables/schema';
import { SPEAKS } from '../../courses/enrolments';
import { replyKey } from '../replies/reply-key';
import { COMMON, status } from './columns';
import { WORDS } from './filter';

const OTHERS = 50;

const othersOf = async (db: Db, { id, email, phone }: { id: string; email: string; phone: string }) => {
  const digits = phone.replace(/\D/g, '').slice(-10);
  // Ten digits are enough to know a number, however its country's code is written; the index of words has them.
  const isWhole = digits.length === 10;
  const byPhone = isWhole ? sql`${WORDS} @@ ${`'${digits}'`}::tsquery` : undefined;
  const enrolledByPhone = isWhole
    ? sql`right(regexp_replace(${enrolments.phone}, '\\D', '', 'g'), 10) = ${digits}`
    : undefined;
  const hasEmail = (column: typeof enquiries.email | typeof enrolments.email) =>
    eq(sql`lower(${column})`, email.toLowerCase());
  const [sent, enrolled] = await Promise.all([
    db
      .select({
        id: enquiries.id,
        form: enquiries.form,
        created_at: enquiries.createdAt,
        subject: enquiries.subject,
        status,
      })
      .from(enquiries)
      .where(and(ne(enquiries.id, id), or(hasEmail(enquiries.email), byPhone)))
      .orderBy(desc(enquiries.createdAt))
      .limit(OTHERS),
    db
      .select({
        id: enrolments.id,
        course: enrolments.course,
        created_at: enrolments.createdAt,
        order_status: sql<OrderStatus | null>`(select o.status from orders o where o.enrolment_id = enrolments.id ${SPEAKS})`,
      })
      .from(enrolments)
      .where(or(hasEmail(enrolments.email), enrolledByPhone))
      .orderBy(desc(enrolments.createdAt))
      .limit(OTHERS),
  ]);
  const withText = <T extends { created_at: Date }>(row: T) => ({ ...row, created_at: row.created_at.toISOString() });
  return { enquiries: sent.map(withText), enrolments: enrolled.map(withText) };
};

/** An enquiry with all that hangs on it; undefined when there is none. */
export async function readEnquiry(db: Db, id: string): Promise<Enquiry | undefined> {
  const [row] = await db
    .select({ ...COMMON, message: enquiries.message, notice: enquiries.notice, key: enquiries.submissionKey })
    .from(enquiries)
    .where(eq(enquiries.id, id));
  if (!row) return undefined;
  const { key, ...enquiry } = row;
  const [uploads, notes, replies, sent, others] = await Promise.all([
    db
      .select({ id: files.id, name: files.originalName, media_type: files.mediaType, bytes: files.bytes })
      .from(files)
      .where(eq(files.enquiryId, id))
      .orderBy(asc(files.createdAt)),
    db.select().from(enquiryNotes).where(eq(enquiryNotes.enquiryId, id)).orderBy(asc(enquiryNotes.createdAt)),
    db
      .select({ reply: enquiryReplies, mail: mails.status, error: mails.lastError })
      .from(enquiryReplies)
      .leftJoin(mails, eq(mails.submissionKey, replyKey(sql`${enquiryReplies.id}`)))
      .where(eq(enquiryReplies.enquiryId, id))
      .orderBy(asc(enquiryReplies.createdAt)),
    db.select({ status: mails.status, error: mails.lastError }).from(mails).where(eq(mails.submissionKey, key)),
    othersOf(db, row),
  ]);
  return {
    ...enquiry,
    created_at: enquiry.created_at.toISOString(),
    mail: sent[0]?.status ?? null,
    mail_error: sent[0]?.error ?? null,
    files: uploads,
    notes: notes.map(({ id: noteId, author, text, createdAt }) => ({
      id: noteId,
      author,
      text,
      created_at: createdAt.toISOString(),
    })),
    replies: replies.map(({ reply, mail, error }) => ({
      id: reply.id,
      author: reply.author,
      to: reply.to,
      subject: reply.subject,
      text: reply.text,
      created_at: reply.createdAt.toISOString(),
      mail,
      mail_error: error,
    })),
    others,
  };
}
