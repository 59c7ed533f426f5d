import type { VisitReport } from '@wholepage/contracts/report';
import { noteClicks, notePage } from './breadcrumbs';
import { type Reported, reportFailure, sendReports } from './report';

/** Interactions shorter than this are fine in any case, and not worth an event each. */
const SHORTEST_INTERACTION_MS = 40;

interface EventTiming extends PerformanceEntry {
  interactionId?: number;
}

interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
}

/** How long a remote took to answer while it was on show, in milliseconds, and how much of it moved. */
interface Measured extends Reported {
  page: string;
  inp: number;
  cls: number;
}

/** Proofs of a page view end after five minutes: who stays longer is heard before. */
const HEARD_AFTER_MS = 240_000;
/** Entries of an interaction come within seconds: who was on show long before is of no use. */
const KEPT_VISITS = 4;
/** As many as one message may hold. */
const REPORTS_LIMIT = 8;

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
  const remotes = new Map<string, Measured>();
  let visits: { since: number; remote: Measured }[] = [];
  let lcp = 0;
  let isHeard = false;

  // A remote can write what it likes into a stack, so that tells only whether the error may be of the one on show.
  const blame = (error: unknown) => {
    const shown = visits.at(-1)?.remote ?? shell;
    reportFailure(shown, 'runtime', error, [shown.app, shell.app]);
  };
  window.addEventListener('error', ({ error, filename }) => blame(error ?? filename));
  window.addEventListener('unhandledrejection', ({ reason }) => blame(reason));

  noteClicks();

  observe('largest-contentful-paint', ({ startTime }) => {
    lcp = startTime;
  });
  observe('event', (entry) => {
    if (!(entry as EventTiming).interactionId) return;
    // One that leads to another page is answered by the page that it was made on.
    const asked = visits.findLast(({ since }) => since <= entry.startTime) ?? visits[0];
    if (asked) asked.remote.inp = Math.max(asked.remote.inp, entry.duration);
  });
  observe('layout-shift', (entry) => {
    const shown = visits.at(-1)?.remote;
    if (shown && !(entry as LayoutShift).hadRecentInput) shown.cls += (entry as LayoutShift).value;
  });
  const report = () => {
    const reports: VisitReport[] = [];
    for (const remote of remotes.values()) {
      const { app, version, page, inp, cls } = remote;
      if (lcp + inp + cls > 0)
        reports.push({
          ...{ app, version, page },
          lcp: Math.round(lcp) || undefined,
          inp: Math.round(inp) || undefined,
          cls,
        });
      remote.inp = 0;
      remote.cls = 0;
      // The largest paint is the first remote's: it is over before anybody goes on.
      lcp = 0;
    }
    // A browser that measured nothing is none of those that a release made silent.
    if (!isHeard && reports.length === 0) reports.push(shell);
    isHeard = true;
    if (reports.length > 0) sendReports(reports.slice(0, REPORTS_LIMIT));
  };
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') report();
  });
  setTimeout(report, HEARD_AFTER_MS);

  return ({ app, version }, page) => {
    const key = app + page;
    const remote = remotes.get(key) ?? { app, version, page, inp: 0, cls: 0 };
    remotes.set(key, remote);
    visits = [...visits, { since: performance.now(), remote }].slice(-KEPT_VISITS);
    notePage(page);
  };
}
