import * as z from 'zod';
import { moment } from './lists';
import { PERSON_KINDS, type PersonKind } from './person-kinds';

/** Whose data: by e-mail, as it is written in the data. */
export const personSchema = z.object({ email: z.email('This is not an e-mail address.').max(254) });

const ofKinds = <T extends z.ZodType>(each: T) =>
  z.object(Object.fromEntries(Object.keys(PERSON_KINDS).map((kind) => [kind, each])) as Record<PersonKind, T>);

/** All that is kept on a person. */
export const personDataSchema = ofKinds(z.array(z.record(z.string(), z.unknown()))).extend({
  email: z.string(),
  at: moment,
});
export type PersonData = z.output<typeof personDataSchema>;

/** How much was erased, by kind, and exactly what stays, why, and until when; null where no end is set. */
export const erasedSchema = z.object({
  erased: ofKinds(z.number().int()).partial(),
  stays: z.array(z.object({ what: z.string(), why: z.string(), until: moment.nullable() })),
});
export type Erased = z.output<typeof erasedSchema>;
