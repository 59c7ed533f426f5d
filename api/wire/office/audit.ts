import * as z from 'zod';
import { listOf, listQuery, moment } from './lists';

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
