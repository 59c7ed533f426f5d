/** Of a field that {@link durationMs} reads, as an expression. */
export const DURATION = String.raw`\d{1,6}[smh]`;

const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000 };
/** Shorter, and nothing could be seen; longer, and nobody would remember. */
const RANGE_MS = { least: 1_000, most: 7 * 24 * 3_600_000 };

/** What is said of a time that {@link durationMs} cannot read. */
export const notATime = (text: string | undefined): string =>
  `"${text}" is not a time: give 30s, 5m or 2h, up to a week.`;

/** `5m`, `30s`, `2h` in milliseconds; undefined for what is none. */
export function durationMs(text: string): number | undefined {
  if (!new RegExp(`^${DURATION}$`).test(text)) return undefined;
  const milliseconds = Number(text.slice(0, -1)) * (UNITS[text.slice(-1)] ?? 0);
  return milliseconds >= RANGE_MS.least && milliseconds <= RANGE_MS.most ? milliseconds : undefined;
}

/** Whether a canary may have these shares: 20 at most, in whole percents that rise between 1 and 99. */
export const areShares = (shares: readonly number[]): boolean =>
  shares.length > 0 &&
  shares.length <= 20 &&
  shares.every((share, index) => Number.isInteger(share) && share > (shares[index - 1] ?? 0) && share <= 99);

/** `10,25,50` as a canary's shares; undefined for what is none. */
export function sharesOf(text: string): number[] | undefined {
  const shares = text.split(',').map((part) => (/^\d{1,2}$/.test(part.trim()) ? Number(part) : 0));
  return areShares(shares) ? shares : undefined;
}
