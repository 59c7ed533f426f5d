import * as z from 'zod';
import type { Endpoints } from './endpoint';
import { listOf, listQuery, moment } from './lists';
import { AUDIT_AREAS, type AuditArea, PERSON_KINDS, type PersonKind } from './words';

/* What the office watches: what needs somebody, the last back-up, who did what, and what is held on a person. */

/** Something that a person has to look at, for as long as it lasts. */
const attentionSchema = z.object({
  name: z.string(),
  text: z.string(),
  raised_at: moment,
  /** Of money: the payment by which it is settled, and the order that shows it. */
  payment_id: z.string().nullable(),
  order_id: z.string().nullable(),
});
export type Attention = z.input<typeof attentionSchema>;

const auditListQuery = listQuery(['id']).extend({
  area: z.enum(Object.keys(AUDIT_AREAS) as AuditArea[]).optional(),
  /** Id of what something was done to. */
  record: z.string().max(200).optional(),
});

/** Something that somebody did, or looked at. */
const auditRowSchema = z.object({
  id: z.number().int(),
  at: moment,
  actor_id: z.string(),
  actor: z.string(),
  area: z.string(),
  action: z.string(),
  record: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()).nullable(),
});

/** Whose data: by e-mail, as it is written in the data. */
const personSchema = z.object({ email: z.email('This is not an e-mail address.').max(254) });

const ofKinds = <T extends z.ZodType>(each: T) =>
  z.object(Object.fromEntries(Object.keys(PERSON_KINDS).map((kind) => [kind, each])) as Record<PersonKind, T>);

/** All that is kept on a person. */
const personDataSchema = ofKinds(z.array(z.record(z.string(), z.unknown()))).extend({
  email: z.string(),
  at: moment,
});
export type PersonData = z.input<typeof personDataSchema>;

/** How much was erased, by kind, and exactly what stays, why, and until when; null where no end is set. */
const erasedSchema = z.object({
  erased: ofKinds(z.number().int()).partial(),
  stays: z.array(z.object({ what: z.string(), why: z.string(), until: moment.nullable() })),
});
export type Erased = z.input<typeof erasedSchema>;

export const OVERVIEW = {
  'GET /attention': { right: 'desk', answer: listOf(attentionSchema) },
  /** The newest back-up, if there is one. */
  'GET /backups': { right: 'desk', answer: listOf(z.object({ made_at: moment })) },
  'GET /audit': { right: 'owner', query: auditListQuery, answer: listOf(auditRowSchema) },
  // By POST, so that no address of a call holds an e-mail address.
  'POST /people/show': { right: 'owner', body: personSchema, answer: personDataSchema },
  'POST /people/export': { right: 'owner', confirmed: true, body: personSchema },
  'POST /people/erase': { right: 'owner', confirmed: true, body: personSchema, answer: erasedSchema },
} as const satisfies Endpoints;
