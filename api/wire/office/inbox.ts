import * as z from 'zod';
import { FORM_NAMES } from '../forms';
import { ORDER_STATUSES } from '../order-states';
import type { Endpoints } from './endpoint';
import { byId, doneSchema, type FilterOf, flag, line, listOf, listQuery, moment, searched, textOf } from './lists';
import { ENQUIRY_STATUSES, MAIL_STATES } from './words';

/** The desk's decisions on an enquiry. */
const decidedSchema = z.object({
  status: z.enum(ENQUIRY_STATUSES),
  /** Id of the colleague in charge. */
  assignee: z.string().max(200).nullable(),
});
type Decided = z.output<typeof decidedSchema>;
const DECIDED = Object.keys(decidedSchema.shape) as (keyof Decided)[];

/** Returns a version for optimistic locking: all decisions, and the number of replies. */
export const versionOf = ({ answered, ...decided }: Decided & { answered: number }): string =>
  [...DECIDED.flatMap((name) => decided[name] ?? []), ...(answered > 0 ? [answered] : [])].join(' ');

const enquiryRowSchema = z.object({
  id: z.uuid(),
  form: z.enum(FORM_NAMES),
  created_at: moment,
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  subject: z.string().nullable(),
  /** Beginning of the message. */
  excerpt: z.string(),
  ...decidedSchema.shape,
  unread: z.boolean(),
  version: z.string(),
  signals: z.array(z.string()),
  files: z.number().int(),
  notes: z.number().int(),
});
export type EnquiryRow = z.input<typeof enquiryRowSchema>;

export const enquiryListQuery = listQuery(['created_at', 'name', 'status']).extend({
  /** Words or their beginnings, in name, e-mail address, phone number, subject and message. */
  q: searched,
  /** Default: all but spam. */
  status: z.enum(ENQUIRY_STATUSES).optional(),
  form: z.enum(FORM_NAMES).optional(),
  /** An id, or `none`. */
  assignee: z.string().max(200).optional(),
  unread: flag.optional(),
});
export type EnquiryFilter = FilterOf<typeof enquiryListQuery>;

const writtenSchema = z.object({ id: z.uuid(), author: z.string(), text: z.string(), created_at: moment });
const noteSchema = writtenSchema.extend({ author_id: z.string() });

const replySchema = writtenSchema.extend({
  to: z.string(),
  subject: z.string(),
  mail: z.enum(MAIL_STATES).nullable(),
  mail_error: z.string().nullable(),
});
/** A reply. `id` is the sender's idempotency key; `version` detects a reply by somebody else. */
const newReplySchema = z.object({
  id: z.uuid(),
  subject: line(200),
  text: textOf(20_000),
  version: z.string().max(300).optional(),
});

const enquiryFileSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  media_type: z.string(),
  bytes: z.number().int(),
});

const enquirySchema = enquiryRowSchema.omit({ excerpt: true, files: true, notes: true }).extend({
  message: z.string().nullable(),
  /** The form's further fields, beyond name, address, phone, subject and message. */
  answers: z.array(z.object({ label: z.string(), value: z.string() })),
  /** Whether only its e-mail call arrived: the visitor may have seen an error. */
  mail_only: z.boolean(),
  /** Status of its mail; null when none was requested. */
  mail: z.enum(MAIL_STATES).nullable(),
  mail_error: z.string().nullable(),
  files: z.array(enquiryFileSchema),
  notes: z.array(noteSchema),
  replies: z.array(replySchema),
  /** Records of the same person, by e-mail or phone. */
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
export type Enquiry = z.input<typeof enquirySchema>;

const enquiryPatchSchema = decidedSchema
  .extend({ unread: z.boolean() })
  .partial()
  .refine((patch) => Object.keys(patch).length > 0, 'Say what to change.');
export type EnquiryPatch = z.output<typeof enquiryPatchSchema>;
/** Version that the person saw. */
const versionSchema = z.object({ version: z.string().max(300) });

const readSchema = z.object({
  enquiries: z
    .array(versionSchema.extend({ id: z.uuid() }))
    .min(1)
    .max(100),
});
/** `left`: enquiries that somebody else has changed meanwhile, which stay unchanged. */
const bulkAnswerSchema = z.object({
  count: z.number().int(),
  left: z.array(
    enquiryRowSchema
      .pick({ id: true, name: true, email: true, version: true })
      .extend({ ...decidedSchema.shape, by: z.string().nullable(), at: moment.nullable() }),
  ),
});
export type LeftEnquiry = z.input<typeof bulkAnswerSchema>['left'][number];

const templateSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  subject: z.string(),
  text: z.string(),
  updated_at: moment,
});
export type Template = z.input<typeof templateSchema>;
/** A reply template with the placeholders `{name}`, `{company}`, `{subject}` and `{me}`. */
const newTemplateSchema = z.object({ name: line(100), subject: line(200), text: textOf(20_000) });
/** With the moment of what was read: of two people the second one notices. */
const templateChangeSchema = newTemplateSchema.extend({ updated_at: moment });

/** What is new, for a page that follows it: a text changes when its list does. */
export interface News {
  unread: number;
  enquiry: string;
  /** Of enrolments and their orders. */
  enrolment: string;
}

export const INBOX = {
  'GET /enquiries': { right: 'desk', query: enquiryListQuery, answer: listOf(enquiryRowSchema) },
  'GET /enquiries/:id': { right: 'desk', params: byId, answer: enquirySchema },
  'PATCH /enquiries/:id': {
    right: 'desk',
    params: byId,
    body: versionSchema.extend({ set: enquiryPatchSchema }),
    answer: enquirySchema,
  },
  'DELETE /enquiries/:id': {
    right: 'desk',
    confirmed: true,
    params: byId,
    query: versionSchema,
    answer: z.object({ count: z.number().int() }),
  },
  'POST /enquiries/change': {
    right: 'desk',
    body: readSchema.extend({ set: enquiryPatchSchema }),
    answer: bulkAnswerSchema,
  },
  'POST /enquiries/delete': { right: 'desk', confirmed: true, body: readSchema, answer: bulkAnswerSchema },
  'POST /enquiries/:id/notes': {
    right: 'desk',
    params: byId,
    body: z.object({ id: z.uuid(), text: textOf(5000) }),
    answer: noteSchema,
  },
  'DELETE /enquiries/:id/notes/:note': { right: 'desk', params: byId.extend({ note: z.uuid() }), answer: doneSchema },
  'POST /enquiries/:id/replies': { right: 'desk', params: byId, body: newReplySchema, answer: enquirySchema },
  /** A reply as a template begins it. */
  'GET /enquiries/:id/draft': {
    right: 'desk',
    params: byId,
    query: z.object({ template: z.uuid() }),
    answer: z.object({ subject: z.string(), text: z.string() }),
  },
  'GET /enquiries/:id/files/:file': { right: 'desk', params: byId.extend({ file: z.uuid() }) },
  'GET /exports/enquiries.csv': { right: 'desk', confirmed: true, query: enquiryListQuery },
  'GET /reply-templates': { right: 'desk', answer: listOf(templateSchema) },
  'POST /reply-templates': { right: 'desk', body: newTemplateSchema, answer: templateSchema },
  'PUT /reply-templates/:id': { right: 'desk', params: byId, body: templateChangeSchema, answer: templateSchema },
  'DELETE /reply-templates/:id': { right: 'desk', params: byId, answer: doneSchema },
  'GET /news/follow': { right: 'desk' },
} as const satisfies Endpoints;
