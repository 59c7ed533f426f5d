import * as z from 'zod';

/** What the gate made of the release: the checks that held, and those that somebody left out, with their reason. */
export const verificationSchema = z.object({
  held: z.array(z.string()),
  skipped: z.array(z.string()),
  reason: z.string(),
});
export type Verification = z.output<typeof verificationSchema>;

/** What was left out of the gate and why, for whoever reads the history; empty where nothing was. */
export const notChecked = (verification: Verification | undefined): string =>
  verification?.skipped.length ? `not checked: ${verification.skipped.join(', ')} (${verification.reason})` : '';
