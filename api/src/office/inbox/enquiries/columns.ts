import { sql } from 'drizzle-orm';
import { enquiries, fullNameOf } from '../../../db/tables/schema';

const EXCERPT = 160;

/** The office says `spam` where the visitor's part of the API says that something is suspect. */
export const status = sql<
  'new' | 'answered' | 'won' | 'lost' | 'spam'
>`case when ${enquiries.status} = 'suspect' then 'spam' else ${enquiries.stage} end`;

export const fullName = fullNameOf(enquiries);

/** Of every view of an enquiry. */
export const COMMON = {
  id: enquiries.id,
  form: enquiries.form,
  created_at: enquiries.createdAt,
  name: fullName,
  email: enquiries.email,
  phone: enquiries.phone,
  subject: enquiries.subject,
  status,
  assignee: enquiries.assignee,
  unread: sql<boolean>`${enquiries.readAt} is null`,
  signals: enquiries.signals,
};

/** Of a row of the list. */
export const LISTED = {
  ...COMMON,
  excerpt: sql<string>`left(coalesce(${enquiries.message}, ''), ${EXCERPT})`,
  // Named in full: in a query of one table, columns are written without their table, and these are of another one.
  files: sql<number>`(select count(*)::int from files f where f.enquiry_id = enquiries.id)`,
  notes: sql<number>`(select count(*)::int from enquiry_notes n where n.enquiry_id = enquiries.id)`,
};
