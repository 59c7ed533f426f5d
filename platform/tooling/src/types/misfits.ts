import type { JsonSchema } from './json-schema';

/** Something that one side may send and the other does not take. */
export interface Misfit {
  /** Where in the value: `props.count`. */
  at: string;
  /** What is so, in a few words after that name. */
  what: string;
}

const DEEPEST = 12;
const LOWER = ['minimum', 'minLength', 'minItems'] as const;
const UPPER = ['maximum', 'maxLength', 'maxItems'] as const;

const typesOf = ({ type }: JsonSchema): string[] => [type].flat().filter((one) => one !== undefined);
const valuesOf = ({ enum: values, const: value }: JsonSchema): unknown[] | undefined =>
  values ?? (value === undefined ? undefined : [value]);
const choicesOf = (schema: JsonSchema): JsonSchema[] => schema.anyOf ?? schema.oneOf ?? [schema];

function limits(given: JsonSchema, taken: JsonSchema, at: string): Misfit[] {
  const misfits: Misfit[] = [];
  for (const key of LOWER)
    if ((taken[key] ?? Number.NEGATIVE_INFINITY) > (given[key] ?? Number.NEGATIVE_INFINITY))
      misfits.push({ at, what: `has the ${key} ${taken[key]} on one side only` });
  for (const key of UPPER)
    if ((taken[key] ?? Number.POSITIVE_INFINITY) < (given[key] ?? Number.POSITIVE_INFINITY))
      misfits.push({ at, what: `has the ${key} ${taken[key]} on one side only` });
  if (taken.pattern !== undefined && taken.pattern !== given.pattern) misfits.push({ at, what: 'has another pattern' });
  return misfits;
}

function members(given: JsonSchema, taken: JsonSchema, at: string, depth: number): Misfit[] {
  const misfits: Misfit[] = [];
  for (const key of taken.required ?? [])
    if (!given.required?.includes(key)) misfits.push({ at: `${at}.${key}`, what: 'may be left out, and is required' });
  for (const [key, schema] of Object.entries(given.properties ?? {})) {
    const there = taken.properties?.[key];
    if (there) misfits.push(...misfitsOf(schema, there, `${at}.${key}`, depth + 1));
    else if (taken.additionalProperties === false) misfits.push({ at: `${at}.${key}`, what: 'is not taken' });
  }
  return misfits;
}

function ofOne(given: JsonSchema, taken: JsonSchema, at: string, depth: number): Misfit[] {
  const taking = typesOf(taken);
  const fits = (type: string) => taking.includes(type) || (type === 'integer' && taking.includes('number'));
  const strange = taking.length > 0 ? typesOf(given).filter((type) => !fits(type)) : [];
  if (strange.length > 0) return [{ at, what: `is ${strange.join(' or ')} where ${taking.join(' or ')} is taken` }];
  const values = valuesOf(taken);
  if (values) {
    const sent = valuesOf(given);
    if (!sent) return [{ at, what: `takes ${values.map((value) => JSON.stringify(value)).join(', ')} only` }];
    const lost = sent.filter((value) => !values.includes(value));
    return lost.map((value) => ({ at, what: `does not take ${JSON.stringify(value)}` }));
  }
  const items = given.items && taken.items ? misfitsOf(given.items, taken.items, `${at}[]`, depth + 1) : [];
  return [...limits(given, taken, at), ...members(given, taken, at, depth), ...items];
}

/** What values of one schema hold that another does not take. @param at name of the value */
export function misfitsOf(given: JsonSchema, taken: JsonSchema, at: string, depth = 0): Misfit[] {
  if (depth > DEEPEST) return [];
  return choicesOf(given).flatMap((one) => {
    const found = choicesOf(taken).map((other) => ofOne(one, other, at, depth));
    return found.some((misfits) => misfits.length === 0) ? [] : (found[0] ?? []);
  });
}
