/** True in `npm test -- --all`, which takes every case of every test, but for those of the nightly run. */
export const TAKES_ALL = process.env['TEST_ALL'] === '1';

const nameOf = (row: unknown): unknown => (Array.isArray(row) ? row[0] : row);

/**
 * The cases of a test: all of them in `npm test -- --all`, the named ones in `npm test`.
 * @param rows names, or rows that begin with their name
 * @throws Error with the name of an unknown case
 */
export function sample<Row>(rows: readonly Row[], names: readonly unknown[]): Row[] {
  const absent = names.filter((name) => !rows.some((row) => nameOf(row) === name));
  if (absent.length > 0) throw new Error(`No case is named ${absent.join(', ')}.`);
  return TAKES_ALL ? [...rows] : rows.filter((row) => names.includes(nameOf(row)));
}

/** Pseudo-random numbers from 0 to below 1, the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
