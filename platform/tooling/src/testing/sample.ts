/** True in `npm test -- --all`, which takes every case of every test. */
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
