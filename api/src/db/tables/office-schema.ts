import { bigserial, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, moment, updatedAt } from './columns';
import { enquiries } from './schema';

const enquiryId = () =>
  uuid('enquiry_id')
    .notNull()
    .references(() => enquiries.id, { onDelete: 'cascade' });

/** What people of the office noted on an enquiry. */
export const enquiryNotes = pgTable(
  'enquiry_notes',
  {
    id: uuid('id').primaryKey(),
    enquiryId: enquiryId(),
    authorId: text('author_id').notNull(),
    author: text('author').notNull(),
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('enquiry_notes_enquiry').on(table.enquiryId, table.createdAt)],
);

/** Mails that the office wrote to who sent an enquiry. How far the mail is, its row in `mails` says. */
export const enquiryReplies = pgTable(
  'enquiry_replies',
  {
    id: uuid('id').primaryKey(),
    enquiryId: enquiryId(),
    author: text('author').notNull(),
    to: text('to').notNull(),
    subject: text('subject').notNull(),
    text: text('text').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('enquiry_replies_enquiry').on(table.enquiryId, table.createdAt)],
);

/** Texts to begin a reply with. */
export const replyTemplates = pgTable('reply_templates', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull().unique(),
  subject: text('subject').notNull(),
  text: text('text').notNull(),
  updatedAt: updatedAt(),
});

/** What people of the office did and looked at. A trigger keeps rows from being changed or removed; they hold ids, not personal data. */
export const officeAudit = pgTable(
  'office_audit',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: moment('at').notNull().defaultNow(),
    actorId: text('actor_id').notNull(),
    actor: text('actor').notNull(),
    area: text('area').notNull(),
    action: text('action').notNull(),
    /** Id of what it was done to. */
    record: text('record'),
    detail: jsonb('detail').$type<Record<string, unknown>>(),
  },
  (table) => [index('office_audit_record').on(table.area, table.record)],
);
