const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000];

/** An axis of time: its rows' moments in milliseconds, what stands at its ticks, and what the chart must know of it. */
export interface TimeAxis {
  moments: number[];
  tick(moment: unknown): string;
  axis: {
    dataKey: 'at';
    type: 'number';
    scale: 'time';
    domain: ['dataMin', 'dataMax'];
    tickFormatter: TimeAxis['tick'];
  };
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
        : spanMs < 12 * MINUTE_MS
          ? { hour: '2-digit', minute: '2-digit', second: '2-digit' }
          : { hour: '2-digit', minute: '2-digit' };
  const tick = (moment: unknown) => new Date(Number(moment)).toLocaleString([], options);
  return {
    moments,
    tick,
    axis: { dataKey: 'at', type: 'number', scale: 'time', domain: ['dataMin', 'dataMax'], tickFormatter: tick },
  };
}
