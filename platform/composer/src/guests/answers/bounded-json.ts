/** What one answer may hold: deeper or larger values would overflow whoever walks them later. */
const DEEPEST = 64;
const MOST_VALUES = 200_000;

/** Says why a value that came as JSON is none to go on with; undefined when it is small enough. */
export function whyUnbounded(value: unknown): string | undefined {
  let values = 0;
  const walk = (inner: unknown, depth: number): string | undefined => {
    values += 1;
    if (values > MOST_VALUES) return `more than ${MOST_VALUES} values`;
    if (typeof inner !== 'object' || inner === null) return undefined;
    if (depth === DEEPEST) return `deeper than ${DEEPEST} levels`;
    for (const key in inner) {
      const why = walk((inner as Record<string, unknown>)[key], depth + 1);
      if (why) return why;
    }
    return undefined;
  };
  return walk(value, 0);
}
