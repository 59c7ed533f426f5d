import { sql } from 'drizzle-orm';
import { enquiryNotes } from '../../../db/office-schema';
import { enquiries, files } from '../../../db/schema';

const EXCERPT = 160;

/** The office says `spam` where the visitor's part of the API says that something is suspect. */
export const status = sql<
  'new' | 'answered' | 'won' | 'lost' | 'spam'
>`case when ${enquiries.status} = 'suspect' then 'spam' else ${enquiries.stage} end`;

export const fullName = sql<string>`coalesce(${enquiries.name}, concat_ws(' ', ${enquiries.fname}, ${enquiries.lname}))`;

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
  files: sql<number>`(select count(*)::int from ${files} where ${files.enquiryId} = ${enquiries.id})`,
  notes: sql<number>`(select count(*)::int from ${enquiryNotes} where ${enquiryNotes.enquiryId} = ${enquiries.id})`,
};
