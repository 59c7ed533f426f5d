import type { Measure } from '@wholepage/releases/canary/judge';
import type { Health } from '../../shapes';

/** `1.2 s`, `80 ms`, or a dash where nothing is known. */
export function durationText(ms: number | undefined): string {
  if (ms === undefined) return '–';
  return ms >= 1_000 ? `${(ms / 1_000).toFixed(1)} s` : `${Math.round(ms)} ms`;
}

export const shiftText = (shift: number | undefined): string => (shift === undefined ? '–' : shift.toFixed(2));

export const percentText = (part: number | undefined): string => {
  if (part === undefined) return '–';
  const percent = part * 100;
  return `${percent === 0 || percent >= 10 ? Math.round(percent) : percent.toPrecision(2)} %`;
};

/** Returns a CSV cell, which is empty for an unknown value. */
export const orEmpty = (value: number | undefined): number | string => value ?? '';

/** Largest good values of the 75th percentile, in milliseconds for LCP and INP, by web.dev's Core Web Vitals. */
export const GOOD = { lcp: 2_500, inp: 200, cls: 0.1 } as const;

/** Returns options for a duration: `4 h`, `3 d`. */
export const hourChoices = (all: readonly number[]) =>
  all.map((hours) => [String(hours), hours < 24 ? `${hours} h` : `${hours / 24} d`] as const);

/** Names the visitors of a step for all, with the visits of the last hour, if any were reported. */
export const everyVisitor = (health: Pick<Health, 'visits'> | undefined): string =>
  health?.visits ? `Every visitor (${visitsText(health.visits)} in the last hour)` : 'Every visitor';

/** Names the visitors of a step for a share of them. @param percent the share */
export function someVisitors(percent: number, health: Pick<Health, 'visits'> | undefined): string {
  const share = `${percent} % of visitors`;
  if (!health?.visits) return share;
  const about = Math.round((health.visits * percent) / 100);
  return `${share} (about ${about.toLocaleString()} of ${visitsText(health.visits)} in the last hour)`;
}

const visitsText = (visits: number): string => `${visits.toLocaleString()} ${visits === 1 ? 'visit' : 'visits'}`;

const [MINUTE_MS, DAY_MS] = [60_000, 86_400_000];

/**
 * Returns a time axis with distances in proportion: the rows' times in milliseconds, the tick formatter, and the chart's props.
 * A tick shows as much as tells it from the others: seconds below 12 minutes, the day above 12 hours, only the day above 2 days.
 * @param times as ISO texts, the earliest first
 */
export function timeAxis(times: readonly string[]) {
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
  const axis = { dataKey: 'at', type: 'number', scale: 'time', tickFormatter: tick, minTickGap: 48 } as const;
  return { moments, tick, axis: { ...axis, domain: ['dataMin', 'dataMax'] } };
}

export const MEASURES: Readonly<Record<Measure, string>> = {
  failed: 'Failures',
  silent: 'Nothing heard',
  lcp: 'LCP',
  inp: 'INP',
};

/** A relative rate in words: `12 % less`, `40 % more`, `3.1 times as often`. */
export function change(risk: number): string {
  if (risk >= 2) return risk > 100 ? 'more than 100 times as often' : `${risk.toFixed(1)} times as often`;
  if (risk < 0.01) return 'almost never';
  const percent = Math.round((risk - 1) * 100);
  return percent < 0 ? `${-percent} % less` : `${percent} % more`;
}
