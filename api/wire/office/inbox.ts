import * as z from 'zod';
import { ORDER_STATUSES } from '../order-states';
import { flag, line, listOf, listQuery, moment, searched, textOf } from './lists';
import { ENQUIRY_FORMS, ENQUIRY_STATUSES, MAIL_STATES, SPAM_REASONS } from './words';

export { ENQUIRY_FORMS, ENQUIRY_STATUSES, MAIL_STATES, SPAM_REASONS };

/** A row of the inbox. */
export const enquiryRowSchema = z.object({
  id: z.uuid(),
  form: z.enum(ENQUIRY_FORMS),
  created_at: moment,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  subject: z.string().nullable(),
  /** The beginning of the message. */
  excerpt: z.string(),
  status: z.enum(ENQUIRY_STATUSES),
  /** Id of who of the office has it. */
  assignee: z.string().nullable(),
  unread: z.boolean(),
  /** Of its status and whose it is: of two people the second one notices. */
  version: z.string(),
  signals: z.array(z.string()),
  files: z.number().int(),
  notes: z.number().int(),
});
export type EnquiryRow = z.output<typeof enquiryRowSchema>;

export const enquiryListQuery = listQuery(['created_at', 'name', 'status']).extend({
  /** Words, or the beginnings of words: of a name, an e-mail address, a phone number, the subject, the message. */
  q: searched,
  /** Without it: all but spam. */
  status: z.enum(ENQUIRY_STATUSES).optional(),
  form: z.enum(ENQUIRY_FORMS).optional(),
  /** An id, or `none`. */
  assignee: z.string().max(200).optional(),
  unread: flag.optional(),
  since: moment.optional(),
  until: moment.optional(),
});
export type EnquiryFilter = Omit<z.output<typeof enquiryListQuery>, 'page' | 'perPage' | 'sort' | 'order'>;
export const enquiryListSchema = listOf(enquiryRowSchema);

export const noteSchema = z.object({ id: z.uuid(), author: z.string(), text: z.string(), created_at: moment });
export const newNoteSchema = z.object({ text: textOf(5000) });

export const replySchema = z.object({
  id: z.uuid(),
  author: z.string(),
  to: z.string(),
  subject: z.string(),
  text: z.string(),
  created_at: moment,
  mail: z.enum(MAIL_STATES).nullable(),
  mail_error: z.string().nullable(),
});
/** `id` is made by the sender: the same one twice is one mail. */
export const newReplySchema = z.object({ id: z.uuid(), subject: line(200), text: textOf(20_000) });

export const enquiryFileSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  media_type: z.string(),
  bytes: z.number().int(),
});

/** An enquiry with all that hangs on it. */
export const enquirySchema = enquiryRowSchema.omit({ excerpt: true, files: true, notes: true }).extend({
  message: z.string().nullable(),
  /** What its form asks for beyond name, address, phone, subject and message. */
  answers: z.array(z.object({ label: z.string(), value: z.string() })),
  notice: z.string().nullable(),
  /** Only its e-mail call has come: the visitor may have seen that something went wrong. */
  mail_only: z.boolean(),
  /** How far the mail of it is; null when none was asked for. */
  mail: z.enum(MAIL_STATES).nullable(),
  mail_error: z.string().nullable(),
  files: z.array(enquiryFileSchema),
  notes: z.array(noteSchema),
  replies: z.array(replySchema),
  /** Of the same person, by e-mail or phone. */
  others: z.object({
    enquiries: z.array(enquiryRowSchema.pick({ id: true, form: true, created_at: true, subject: true, status: true })),
    enrolments: z.array(
      z.object({
        id: z.uuid(),
        course: z.string(),
        created_at: moment,
        order_status: z.enum(ORDER_STATUSES).nullable(),
      }),
    ),
  }),
});
export type Enquiry = z.output<typeof enquirySchema>;

export const enquiryPatchSchema = z
  .object({
    status: z.enum(ENQUIRY_STATUSES),
    assignee: z.string().max(200).nullable(),
    unread: z.boolean(),
  })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'Say what to change.');
export type EnquiryPatch = z.output<typeof enquiryPatchSchema>;
/** The one that was read. */
export const versionSchema = z.object({ version: z.string().max(300) });
export const enquiryChangeSchema = versionSchema.extend({ set: enquiryPatchSchema });

export const readSchema = z.object({
  enquiries: z
    .array(versionSchema.extend({ id: z.uuid() }))
    .min(1)
    .max(100),
});
export const bulkSchema = readSchema.extend({ set: enquiryPatchSchema });
/** `left`: what somebody else changed meanwhile, as it is now. It stays. */
export const bulkAnswerSchema = z.object({
  count: z.number().int(),
  left: z.array(
    enquiryRowSchema
      .pick({ id: true, name: true, email: true, status: true, assignee: true, version: true })
      .extend({ by: z.string().nullable(), at: moment.nullable() }),
  ),
});
export type LeftEnquiry = z.output<typeof bulkAnswerSchema>['left'][number];
export const countSchema = z.object({ count: z.number().int() });

export const templateSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  subject: z.string(),
  text: z.string(),
  updated_at: moment,
});
export type Template = z.output<typeof templateSchema>;
/** `{name}`, `{company}`, `{subject}` and `{me}` are filled in. */
export const newTemplateSchema = z.object({ name: line(100), subject: line(200), text: textOf(20_000) });
export const draftSchema = z.object({ subject: z.string(), text: z.string() });

/** What is new, for a page that follows it. */
export const newsSchema = z.object({
  /** Moment of the newest enquiry. */
  enquiry: moment.nullable(),
  unread: z.number().int(),
  enrolment: moment.nullable(),
});
export type News = z.output<typeof newsSchema>;
