import { eq } from 'drizzle-orm';
import { FORM_FIELDS } from '../../../../wire/form-fields';
import type { Queries } from '../../../db/database';
import { type enquiries, mails } from '../../../db/tables/schema';
import type { Outgoing } from '../../../mail/queue';

type Row = typeof enquiries.$inferSelect;

/** What a visitor typed, under the names of its form. */
const fieldsOf = (row: Row): Record<string, string> => {
  const { fname, lname, name, email, phone, subject, message } = row;
  const kept: Record<string, string | null> = { fname, lname, name, email, phone, number: phone, subject, message };
  return Object.fromEntries(FORM_FIELDS[row.form].map((field) => [field.name, kept[field.name] ?? '']));
};

/**
 * Queues the mail of an enquiry that was held as spam, without the mark in its subject. One that was sent with the mark, or
 * that nobody asked for, is sent once.
 */
export async function mailAfterAll(tx: Queries, outgoing: Outgoing, row: Row): Promise<void> {
  const [marked] = await tx
    .update(mails)
    .set({ suspect: false })
    .where(eq(mails.submissionKey, row.submissionKey))
    .returning({ status: mails.status });
  // What still waits goes out without the mark.
  if (marked?.status === 'queued') return;
  await outgoing.add(tx, {
    key: `restored:${row.submissionKey}`,
    email: row.email,
    content: { form: row.form, fields: fieldsOf(row), suspect: false, signals: [], notice: row.notice ?? undefined },
  });
}
