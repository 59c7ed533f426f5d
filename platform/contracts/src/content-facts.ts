import { z } from 'zod';

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

const REFERENCE = /\{fact:(\w+)\}/g;

/**
 * Content with each `{fact:name}` replaced by its words.
 * @param content parsed JSON of any shape
 * @throws naming a fact that there is none of
 */
export function withFacts(content: unknown, facts: Facts): unknown {
  if (typeof content === 'string')
    return content.replace(REFERENCE, (_, name: string) => {
      const fact = facts[name];
      if (!fact) throw new Error(`There is no fact "${name}" in facts.json. Known: ${Object.keys(facts).join(', ')}.`);
      return fact.text;
    });
  if (Array.isArray(content)) return content.map((part) => withFacts(part, facts));
  if (typeof content !== 'object' || content === null) return content;
  return Object.fromEntries(Object.entries(content).map(([key, value]) => [key, withFacts(value, facts)]));
}
