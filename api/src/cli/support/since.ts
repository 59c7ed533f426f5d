import { StartError } from '../../errors';
import { momentOf } from '../../support/site-zone';

const UNITS: Readonly<Record<string, number>> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 };

/** Reads `2026-11-01` or `36h`, `7d`, `2w`. @throws StartError */
export function readSince(value: string | undefined, now = Date.now()): Date | undefined {
  if (value === undefined) return undefined;
  const span = /^(\d{1,5})([hdw])$/.exec(value);
  const moment = span ? new Date(now - Number(span[1]) * (UNITS[span[2] ?? ''] ?? 0)) : momentOf(value);
  if (!moment)
    throw new StartError(`--since takes a date such as 2026-11-01 or a time such as 7d; "${value}" is neither.`);
  return moment;
}
