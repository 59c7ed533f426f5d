import * as z from 'zod';

/** A fact that several texts state. Content refers to it as `{fact:name}`; the owner changes it in one place. */
const factSchema = z.strictObject({
  /** The words that are put in its place. */
  text: z.string().min(1),
  /** Other ways in which somebody may state it: patterns that content must not hold. */
  instead: z.array(z.string().min(1)).default([]),
  /** Stands in until the owner has put in the real one. */
  sample: z.literal(true).optional(),
});

/** `facts.json`: every fact by its name. */
export const factsSchema = z.record(z.string().regex(/^[a-zA-Z]+$/), factSchema);

export type Facts = z.output<typeof factsSchema>;
