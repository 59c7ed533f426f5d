/** Beyond this nobody reads the digits. */
const MOST_SAID = 1_000_000;

/** An e-value as a sentence holds it, such as `e-value 214`. */
export const sayEValue = (value: number): string =>
  value > MOST_SAID ? 'e-value above 1,000,000' : `e-value ${Math.round(value)}`;
