import * as z from 'zod';
import { FORMS, LEAD_STATUSES } from '../../db/tables/schema';

const moment = z.union([z.date(), z.string()]).transform((value) => new Date(value));
const text = z.string().nullable();

/** A row of the query of leads. */
export const leadSchema = z.object({
  id: z.string(),
  form: z.enum(FORMS),
  created_at: moment,
  name: z.string(),
  email: z.string(),
  status: z.enum(LEAD_STATUSES),
  /** What made it look like spam. */
  signals: z.array(z.string()),
  phone: text,
  subject: text,
  message: text,
  /** How far the mail is; null when none was asked for (e.g. sent by another service). */
  mail_status: text,
  mail_attempts: z.number().nullable(),
  mail_error: text,
  /** Why the last try failed: `settings` or `server` (both go on being tried for 30 days), or `recipient`. */
  mail_fault: text,
  /** False when only the mail arrived: the visitor's browser went away before the save. */
  saved: z.boolean(),
  files: z.coerce.number(),
  /** Place in the list, exact to the microsecond. */
  place: z.string(),
});

/** An enquiry together with its mail, or either of them alone: nothing that a visitor sent is missing. */
export type Lead = z.output<typeof leadSchema>;

/** A lead as commands print it for programs. */
export const leadRecord = ({ place: _place, ...lead }: Lead): Omit<Lead, 'place'> => lead;
