const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000];

/** An axis of time: its rows' moments in milliseconds, and what stands at its ticks. */
export interface TimeAxis {
  moments: number[];
  tick(moment: unknown): string;
}

/**
 * Moments lie as far apart as they were. A tick says what tells it from the others: seconds within some minutes, the day
 * beyond one.
 * @param times as ISO texts, the earliest first
 */
export function timeAxis(times: readonly string[]): TimeAxis {
  const moments = times.map((at) => Date.parse(at));
  const spanMs = (moments.at(-1) ?? 0) - (moments[0] ?? 0);
  const options: Intl.DateTimeFormatOptions =
    spanMs > 2 * DAY_MS
      ? { day: 'numeric', month: 'short' }
      : spanMs > DAY_MS / 2
        ? { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' }
        : spanMs < 3 * MINUTE_MS
          ? { hour: '2-digit', minute: '2-digit', second: '2-digit' }
          : { hour: '2-digit', minute: '2-digit' };
  return { moments, tick: (moment) => new Date(Number(moment)).toLocaleString([], options) };
}
