import { durationMs, sharesOf } from '@wholepage/releases/canary/canary';
import { UsageError } from '../../run/command';

const DEFAULT_EVERY = '10m';

/** @throws UsageError for a share that is none */
export function shareArgument(text: string | undefined): number {
  const share = Number(text);
  if (text !== undefined && /^\d{1,3}$/.test(text) && share >= 1 && share <= 99) return share;
  throw new UsageError(
    text === undefined
      ? 'For how many percent of the visitors? Between 1 and 99; npm run promote gives it to all.'
      : `"${text}" is not a share: give a whole number of percent between 1 and 99. npm run promote gives it to all.`,
  );
}

/** @throws UsageError for steps or a time that are none */
export function planOf(steps: string | undefined, every: string | undefined) {
  if (steps === undefined) {
    if (every !== undefined) throw new UsageError('--every says how long each of --steps lasts: name those, too.');
    return undefined;
  }
  const shares = sharesOf(steps);
  if (!shares)
    throw new UsageError(`"${steps}" are not steps: give rising percents between 1 and 99, such as 10,25,50.`);
  const everyMs = durationMs(every ?? DEFAULT_EVERY);
  if (!everyMs) throw new UsageError(`"${every}" is not a time: give 30s, 5m or 2h, up to a week.`);
  return { shares, everyMs };
}
