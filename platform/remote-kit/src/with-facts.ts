import type { Facts } from '@wholepage/contracts/content-facts';

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
