type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/**
 * What two people made of the same: theirs, with what I changed of it laid over. A field or list that both changed is mine.
 * @param before as both began
 */
export function laidOver<T>(before: T, mine: T, theirs: T): T {
  if (isSame(before, mine)) return theirs;
  if (!isFields(before) || !isFields(mine) || !isFields(theirs)) return mine;
  const names = new Set([...Object.keys(theirs), ...Object.keys(mine)]);
  return Object.fromEntries([...names].map((name) => [name, laidOver(before[name], mine[name], theirs[name])])) as T;
}
