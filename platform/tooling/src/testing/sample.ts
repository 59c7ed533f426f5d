/** True in `npm test -- --all`: every case of every test, but those that the night alone takes. */
export const TAKES_ALL = process.env['TEST_ALL'] === '1';

const nameOf = (row: unknown): unknown => (Array.isArray(row) ? row[0] : row);

/**
 * The cases of a test: every one in `npm test -- --all`, and in `npm test` the named ones.
 * @param rows names, or rows that begin with their name
 * @throws naming a case that there is not
 */
export function sample<Row>(rows: readonly Row[], names: readonly unknown[]): Row[] {
  const absent = names.filter((name) => !rows.some((row) => nameOf(row) === name));
  if (absent.length > 0) throw new Error(`No case is named ${absent.join(', ')}.`);
  return TAKES_ALL ? [...rows] : rows.filter((row) => names.includes(nameOf(row)));
}

/** Numbers of at least 0 and below 1 that look random, and are the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
