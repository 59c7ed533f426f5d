import type { VisitReport } from '@wholepage/contracts/report';
import { noteClicks, notePage, type Reported, reportFailure, sendReports } from './report';

/** Interactions shorter than this are fine in any case, and not worth an event each. */
const SHORTEST_INTERACTION_MS = 40;

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/** A page on show: how long its remote took to answer, in milliseconds, and how much of it moved. */
interface Visit extends Reported {
  page: string;
  /** By `performance.now()`. */
  since: number;
  inp: number;
  cls: number;
  isReported?: boolean;
}

/** As many as one message may hold. */
const MOST_VISITS = 8;
/** Page-view tokens end after five minutes: who stays longer is heard before. */
const HEARD_AFTER_MS = 240_000;

const observe = (type: string, onEntry: (entry: PerformanceEntry) => void): void => {
  if (!PerformanceObserver.supportedEntryTypes?.includes(type)) return;
  const options = { type, buffered: true, durationThreshold: SHORTEST_INTERACTION_MS };
  new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe(options);
};

/**
 * Reports errors that code of ours lets go, and when the visitor leaves how quickly each remote came and answered.
 * @returns a function to call with every release that is shown from now on, and the pattern of its page
 */
export function watchVisit(shell: Reported): (app: Reported, page: string) => void {
  let visits: Visit[] = [];
  let lcp = 0;

  // A remote can write what it likes into a stack, so that tells only whether the error may be of the one on show.
  const blame = (error: unknown) => {
    const shown = visits.at(-1) ?? shell;
    reportFailure(shown, 'runtime', error, [shown.app, shell.app]);
  };
  window.addEventListener('error', ({ error, filename }) => blame(error ?? filename));
  window.addEventListener('unhandledrejection', ({ reason }) => blame(reason));

  noteClicks();

  observe('largest-contentful-paint', ({ startTime }) => {
    lcp = startTime;
  });
  observe('event', (entry) => {
    if (!(entry as PerformanceEventTiming).interactionId) return;
    // One that leads to another page is answered by the page that it was made on.
    const asked = visits.findLast(({ since }) => since <= entry.startTime) ?? visits[0];
    if (asked) asked.inp = Math.max(asked.inp, entry.duration);
  });
  observe('layout-shift', (entry) => {
    const shown = visits.at(-1);
    if (shown && !(entry as LayoutShift).hadRecentInput) shown.cls += (entry as LayoutShift).value;
  });

  const report = () => {
    const reports: VisitReport[] = [];
    for (const visit of visits) {
      const { app, version, page, inp, cls } = visit;
      // A browser that measured nothing is none of those that a release made silent.
      if (lcp + inp + cls > 0 || !visit.isReported)
        reports.push({
          ...{ app, version, page },
          lcp: Math.round(lcp) || undefined,
          inp: Math.round(inp) || undefined,
          cls,
        });
      Object.assign(visit, { isReported: true, inp: 0, cls: 0 });
      // The largest paint is the first remote's: it is over before anybody goes on.
      lcp = 0;
    }
    if (reports.length > 0) sendReports(reports);
  };
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') report();
  });
  setTimeout(report, HEARD_AFTER_MS);

  return ({ app, version }, page) => {
    if (visits.length === MOST_VISITS) report();
    visits = [...visits, { app, version, page, since: performance.now(), inp: 0, cls: 0 }].slice(-MOST_VISITS);
    notePage(page);
  };
}
