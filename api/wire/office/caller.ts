import * as z from 'zod';

/** What somebody may do in the office. An owner may do everything. */
export const OFFICE_RIGHTS = ['owner', 'desk', 'writer'] as const;
export type OfficeRight = (typeof OFFICE_RIGHTS)[number];

/** Who calls. The office's server holds the session and says it in each call. */
export const callerSchema = z.strictObject({
  /** The person's id at the office. */
  id: z.string().min(1).max(200),
  /** Shown beside notes and in the audit. */
  name: z.string().min(1).max(200),
  rights: z.array(z.enum(OFFICE_RIGHTS)).max(OFFICE_RIGHTS.length),
  /** When the person last proved who they are, in ms since 1970; what cannot be undone asks for it. */
  confirmedAt: z.number().int().optional(),
});

export type Caller = z.output<typeof callerSchema>;

/** Of each call to `/office/…`. */
export const CALLER_HEADER = 'office-caller';
