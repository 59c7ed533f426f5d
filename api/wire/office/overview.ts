import * as z from 'zod';
import { listOf, listQuery, moment } from './lists';

/*
 * What the office watches: what needs somebody, the last back-up, and who did what.
 */

/** Something that a person has to look at, for as long as it lasts. */
const attentionSchema = z.object({
  name: z.string(),
  text: z.string(),
  raised_at: moment,
  /** Of money: the payment by which it is settled, and the order that shows it. */
  payment_id: z.string().nullable(),
  order_id: z.string().nullable(),
});
export type Attention = z.output<typeof attentionSchema>;
export const attentionListSchema = listOf(attentionSchema);

/** The newest back-up, if there is one. */
export const backupListSchema = listOf(z.object({ made_at: moment }));

export const auditListQuery = listQuery(['id']).extend({
  area: z.enum(['inbox', 'courses', 'blog', 'facts', 'people']).optional(),
  /** Id of what something was done to. */
  record: z.string().max(200).optional(),
  /** Id of who did it. */
  actor: z.string().max(200).optional(),
});

/** Something that somebody did, or looked at. */
export const auditRowSchema = z.object({
  id: z.number().int(),
  at: moment,
  actor_id: z.string(),
  actor: z.string(),
  area: z.string(),
  action: z.string(),
  record: z.string().nullable(),
  detail: z.record(z.string(), z.unknown()).nullable(),
});
export const auditListSchema = listOf(auditRowSchema);
