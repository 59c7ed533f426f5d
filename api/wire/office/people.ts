import * as z from 'zod';
import { moment } from './lists';

/** Whose data: by e-mail, as it is written in the data. */
export const personSchema = z.object({ email: z.email('This is not an e-mail address.').max(254) });

const record = z.record(z.string(), z.unknown());
/** All that is kept on a person. */
export const personDataSchema = z.object({
  email: z.string(),
  at: moment,
  enquiries: z.array(record),
  notes: z.array(record),
  replies: z.array(record),
  files: z.array(record),
  mails: z.array(record),
  enrolments: z.array(record),
  orders: z.array(record),
});
export type PersonData = z.output<typeof personDataSchema>;

/** How much was erased, by kind. */
export const erasedSchema = z.record(z.string(), z.number().int());
