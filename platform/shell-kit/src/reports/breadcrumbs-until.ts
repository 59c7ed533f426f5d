import type { Breadcrumb } from '@wholepage/contracts/report';
import { CLICKED, MOST_BREADCRUMBS } from '@wholepage/contracts/report-limits';
import { happened } from './breadcrumbs';

const CALLS = ['fetch', 'xmlhttprequest'];

interface Timed {
  at: number;
  what: { page: string } | { click: string } | { fetch: number };
}

/** Calls that were answered, by their status; 0 where there was no answer, or it is not for us to see. */
const calls = (): Timed[] =>
  (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
    .filter(({ initiatorType }) => CALLS.includes(initiatorType))
    .map(({ responseEnd, responseStatus }) => ({ at: responseEnd, what: { fetch: responseStatus ?? 0 } }));

/** An element of any class that a report takes; without it of one that is too long. */
const clicked = (element: string): string => (CLICKED.test(element) ? element : (element.split('.')[0] ?? ''));

/** What happened on this page before a moment of `performance.now()`, the oldest first. */
export function breadcrumbsUntil(moment: number): Breadcrumb[] {
  const noted = happened.map(
    ({ at, ...rest }): Timed => ({
      at,
      what: 'click' in rest ? { click: clicked(rest.click) } : rest,
    }),
  );
  return [...noted, ...calls()]
    .filter(({ at }) => at <= moment)
    .sort((a, b) => a.at - b.at)
    .slice(-MOST_BREADCRUMBS)
    .map(({ at, what }) => ({ ago: Math.round(moment - at), ...what }));
}
