/** Of a field that {@link durationMs} reads, as an expression. */
export const DURATION = String.raw`\d{1,6}[smh]`;

const UNITS: Record<string, number> = { s: 1_000, m: 60_000, h: 3_600_000 };
/** Range of a step's duration: shorter ones show nothing, longer ones are forgotten. */
const RANGE_MS = { least: 1_000, most: 7 * 24 * 3_600_000 };

/** Returns the message for a duration that {@link durationMs} cannot parse. */
export const notATime = (text: string | undefined): string =>
  `"${text}" is not a time: give 30s, 5m or 2h, up to a week.`;

/** Parses `5m`, `30s`, `2h` to milliseconds; undefined when invalid. */
export function durationMs(text: string): number | undefined {
  if (!new RegExp(`^${DURATION}$`).test(text)) return undefined;
  const milliseconds = Number(text.slice(0, -1)) * (UNITS[text.slice(-1)] ?? 0);
  return milliseconds >= RANGE_MS.least && milliseconds <= RANGE_MS.most ? milliseconds : undefined;
}

/** Whether shares are valid for a canary: at most 20, in ascending whole percents between 1 and 99. */
export const areShares = (shares: readonly number[]): boolean =>
  shares.length > 0 &&
  shares.length <= 20 &&
  shares.every((share, index) => Number.isInteger(share) && share > (shares[index - 1] ?? 0) && share <= 99);

/** Parses a canary's shares, such as `10,25,50`; undefined when invalid. */
export function sharesOf(text: string): number[] | undefined {
  const shares = text.split(',').map((part) => (/^\d{1,2}$/.test(part.trim()) ? Number(part) : 0));
  return areShares(shares) ? shares : undefined;
}
