import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  bigserial,
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgSchema,
  pgTable,
  primaryKey,
  serial,
  text,
  timestamp,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { FORM_NAMES } from '../../../wire/forms';
import { FACTS } from '../../../wire/office/facts';
import { POST_STATUSES } from '../../../wire/office/posts';
import { ENQUIRY_STAGES, MAIL_STATES } from '../../../wire/office/words';
import type { Signal } from '../../enquiries/submission';

export const moment = (name: string) => timestamp(name, { withTimezone: true });

export const createdAt = () => moment('created_at').notNull().defaultNow();

export const updatedAt = () => moment('updated_at').notNull().defaultNow();

/** Returns a list of words for a CHECK constraint. */
export const oneOf = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '));

/** Column of an amount in a currency's smallest unit, or of bytes. */
export const bigNumber = (name: string) => bigint(name, { mode: 'number' });

const LEAD_STATUSES = ['new', 'suspect'] as const;

/** SQL of the full name; immutable, so that it can be indexed. */
export const fullNameOf = ({ name, fname, lname }: Record<'name' | 'fname' | 'lname', AnyPgColumn>) =>
  sql<string>`coalesce(${name}, trim(coalesce(${fname}, '') || ' ' || coalesce(${lname}, '')))`;

/** Enquiries of visitors: one row for each acknowledged submission. */
export const enquiries = pgTable(
  'enquiries',
  {
    id: uuid('id').primaryKey(),
    /** Submission id and content hash, or the hash alone: makes repeats idempotent. */
    submissionKey: text('submission_key').notNull().unique(),
    form: text('form', { enum: FORM_NAMES }).notNull(),
    /** The home form asks for two names, the others for one. */
    fname: text('fname'),
    lname: text('lname'),
    name: text('name'),
    email: text('email').notNull(),
    phone: text('phone').notNull(),
    subject: text('subject'),
    message: text('message'),
    /** The form's further fields, by name. */
    answers: jsonb('answers').$type<Readonly<Record<string, string>>>().notNull().default({}),
    status: text('status', { enum: LEAD_STATUSES }).notNull().default('new'),
    signals: text('signals').array().$type<(Signal | 'by-hand')[]>().notNull().default([]),
    /** Version of the data protection notice beside the form. */
    notice: text('notice'),
    /** True when only its e-mail call arrived: the visitor left before the save, or saw an error. */
    mailOnly: boolean('mail_only').notNull().default(false),
    createdAt: createdAt(),
    stage: text('stage', { enum: ENQUIRY_STAGES }).notNull().default('new'),
    /** Id of the colleague in charge. */
    assignee: text('assignee'),
    readAt: moment('read_at'),
  },
  (table) => [
    index('enquiries_by_stage').on(table.status, table.stage, table.createdAt, table.id),
    index('enquiries_unread').on(table.createdAt).where(sql`${table.readAt} is null and ${table.status} = 'new'`),
    check('enquiries_stage', sql`${table.stage} in (${oneOf(ENQUIRY_STAGES)})`),
    index('enquiries_in_order').on(table.createdAt, table.id),
    index('enquiries_by_name').on(table.status, sql`lower(${fullNameOf(table)})`, table.id),
    index('enquiries_email').on(sql`lower(${table.email})`),
    check('enquiries_status', sql`${table.status} in (${oneOf(LEAD_STATUSES)})`),
  ],
);

const enquiryId = () =>
  uuid('enquiry_id')
    .notNull()
    .references(() => enquiries.id, { onDelete: 'cascade' });

/** Files of enquiries. Their bytes are in `DATA_DIR/uploads` under `stored_name`. */
export const files = pgTable(
  'files',
  {
    id: uuid('id').primaryKey(),
    enquiryId: enquiryId(),
    storedName: text('stored_name').notNull().unique(),
    originalName: text('original_name').notNull(),
    mediaType: text('media_type').notNull(),
    bytes: integer('bytes').notNull(),
    createdAt: createdAt(),
  },
  (table) => [index('files_enquiry').on(table.enquiryId)],
);

/**
 * Why a mail waits. `settings`: the site's settings or sender are wrong. `server`: the mail server is unavailable.
 * `recipient`: its address is wrong.
 */
const MAIL_FAULTS = ['settings', 'server', 'recipient'] as const;
export type MailFault = (typeof MAIL_FAULTS)[number];

/** A mail other than a form's. `to` defaults to the owner. */
export interface MailMessage {
  to?: string;
  replyTo?: string;
  subject: string;
  text: string;
  /** True for a mail from person to person, which autoresponders may answer. */
  personal?: boolean;
}

/** The mail queue. A form's mail is composed from form and fields on delivery, any other from `message`. */
export const mails = pgTable(
  'mails',
  {
    id: uuid('id').primaryKey(),
    submissionKey: text('submission_key').notNull().unique(),
    form: text('form', { enum: FORM_NAMES }),
    fields: jsonb('fields').$type<Record<string, string>>(),
    message: jsonb('message').$type<MailMessage>(),
    /** Person that it is about; their mails are erased on request. */
    email: text('email').notNull(),
    suspect: boolean('suspect').notNull().default(false),
    signals: text('signals').array().$type<Signal[]>().notNull().default([]),
    notice: text('notice'),
    status: text('status', { enum: MAIL_STATES }).notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    /** Earliest delivery; during a delivery, the end of its lease. */
    nextAttemptAt: moment('next_attempt_at').notNull().defaultNow(),
    lease: uuid('lease'),
    /** Start of its wait; later than `createdAt` when a person sent it again. */
    queuedAt: moment('queued_at').notNull().defaultNow(),
    lastError: text('last_error'),
    /** Fault of the last refusal; null when that was temporary. */
    fault: text('fault', { enum: MAIL_FAULTS }),
    /** When a person acknowledged that it is not tried again. */
    seenAt: moment('seen_at'),
    createdAt: createdAt(),
    sentAt: moment('sent_at'),
  },
  (table) => [
    index('mails_due').on(table.nextAttemptAt).where(sql`${table.status} = 'queued'`),
    index('mails_in_order').on(table.createdAt, table.id),
    index('mails_email').on(sql`lower(${table.email})`),
    index('mails_given_up').on(table.createdAt).where(sql`${table.status} = 'failed' and ${table.seenAt} is null`),
    check('mails_status', sql`${table.status} in (${oneOf(MAIL_STATES)})`),
  ],
);

export const posts = pgTable(
  'posts',
  {
    id: serial('id').primaryKey(),
    slug: text('slug').notNull().unique(),
    title: text('title').notNull(),
    excerpt: text('excerpt'),
    author: text('author'),
    /** Path below the blog host, such as `/covers/linen-3f9a.svg`. */
    coverPath: text('cover_path'),
    status: text('status', { enum: POST_STATUSES }).notNull(),
    /** Visible from this time on. */
    publishedAt: moment('published_at').notNull(),
    /** Sanitised HTML. */
    content: text('content').notNull(),
    metaTitle: text('meta_title'),
    metaDescription: text('meta_description'),
    metaKeywords: text('meta_keywords'),
    updatedAt: moment('updated_at').notNull().defaultNow(),
    /** Source of `content`; null for posts of earlier releases, whose HTML is valid Markdown, too. */
    markdown: text('markdown'),
    /** Number of changes, for optimistic locking. */
    version: integer('version').notNull().default(1),
    updatedBy: text('updated_by'),
  },
  (table) => [
    index('posts_shown').on(table.publishedAt.desc(), table.id.desc()).where(sql`${table.status} = 'published'`),
    check('posts_status', sql`${table.status} in (${oneOf(POST_STATUSES)})`),
  ],
);

/** Present alarms. */
export const alarms = pgTable('alarms', {
  name: text('name').primaryKey(),
  text: text('text').notNull(),
  raisedAt: moment('raised_at').notNull().defaultNow(),
  /** When ALERT_URL was last notified. */
  notifiedAt: moment('told_at'),
});

/** One row with the installation's id, which its data folder has, too. */
export const installation = pgTable(
  'installation',
  {
    /** Always true, as a primary key that allows one row. */
    only: boolean('only').primaryKey().default(true),
    id: uuid('id').notNull(),
    createdAt: createdAt(),
  },
  (table) => [check('installation_only', sql`${table.only}`)],
);

const postId = () =>
  integer('post_id')
    .notNull()
    .references(() => posts.id, { onDelete: 'cascade' });

/** A post at a version. Times are ISO 8601. */
export interface PostSnapshot
  extends Omit<
    typeof posts.$inferSelect,
    'id' | 'version' | 'updatedAt' | 'updatedBy' | 'content' | 'markdown' | 'publishedAt'
  > {
  publishedAt: string;
  markdown: string;
}

export const postRevisions = pgTable(
  'post_revisions',
  {
    id: uuid('id').primaryKey(),
    postId: postId(),
    version: integer('version').notNull(),
    snapshot: jsonb('snapshot').$type<PostSnapshot>().notNull(),
    at: moment('at').notNull().defaultNow(),
    by: text('by').notNull(),
  },
  (table) => [unique('post_revisions_version').on(table.postId, table.version)],
);

export const postRedirects = pgTable('post_redirects', {
  slug: text('slug').primaryKey(),
  postId: postId(),
  createdAt: createdAt(),
});

/** A post in a preview, as visitors would see it. Times are ISO 8601. */
export interface PreviewedPost extends Omit<PostSnapshot, 'status' | 'markdown'> {
  content: string;
}

/** Previews of unsaved posts, removed when their address expires. */
export const postPreviews = pgTable('post_previews', {
  id: serial('id').primaryKey(),
  post: jsonb('post').$type<PreviewedPost>().notNull(),
  createdAt: createdAt(),
});

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

/** The office's replies to enquiries. Their delivery is in `mails`. */
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

export const replyTemplates = pgTable('reply_templates', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull().unique(),
  subject: text('subject').notNull(),
  text: text('text').notNull(),
  updatedAt: updatedAt(),
});

/** Actions and views of the office's people. A trigger keeps rows from change and removal; they hold ids, no personal data. */
export const officeAudit = pgTable(
  'office_audit',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: moment('at').notNull().defaultNow(),
    actorId: text('actor_id').notNull(),
    actor: text('actor').notNull(),
    area: text('area').notNull(),
    action: text('action').notNull(),
    record: text('record'),
    detail: jsonb('detail').$type<Record<string, unknown>>(),
  },
  (table) => [index('office_audit_record').on(table.area, table.record)],
);

/** The office's edits of the site's files. A null value restores the file. */
export const siteFacts = pgTable('site_facts', {
  name: text('name', { enum: FACTS }).primaryKey(),
  version: integer('version').notNull(),
  value: jsonb('value').$type<unknown>(),
  at: moment('at').notNull().defaultNow(),
  by: text('by').notNull(),
});

/** Previews of unsaved edits, visible for an hour to whoever has the id. */
export const factPreviews = pgTable('fact_previews', {
  id: uuid('id').primaryKey(),
  name: text('name', { enum: FACTS }).notNull(),
  value: jsonb('value').$type<unknown>(),
  by: text('by').notNull(),
  createdAt: createdAt(),
});

export const siteFactRevisions = pgTable(
  'site_fact_revisions',
  {
    id: uuid('id').primaryKey(),
    name: text('name', { enum: FACTS }).notNull(),
    version: integer('version').notNull(),
    value: jsonb('value').$type<unknown>(),
    at: moment('at').notNull().defaultNow(),
    by: text('by').notNull(),
  },
  (table) => [unique('site_fact_revisions_version').on(table.name, table.version)],
);

/** Written back-ups, to watch their age and size. */
export const backups = pgTable('backups', {
  id: serial('id').primaryKey(),
  rows: integer('rows').notNull(),
  files: integer('files').notNull(),
  bytes: bigNumber('bytes').notNull(),
  createdAt: createdAt(),
});

/** A schema of its own, because a minute's counts belong in no back-up. The migration makes its tables unlogged. */
export const limiter = pgSchema('limiter');

/** Counts of an address in its minute. `bucket` is the kind of count and the address. */
export const counts = limiter.table('counts', {
  bucket: text('bucket').primaryKey(),
  since: moment('since').notNull(),
  calls: integer('calls').notNull(),
  submissions: integer('submissions').notNull(),
  bytes: bigint('bytes', { mode: 'number' }).notNull(),
});

/** Admitted submissions, whose repeats are not counted again. */
export const admitted = limiter.table(
  'admitted',
  {
    bucket: text('bucket').notNull(),
    submission: text('submission').notNull(),
    at: moment('at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.bucket, table.submission] })],
);
