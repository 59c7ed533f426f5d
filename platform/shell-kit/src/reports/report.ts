import type { Failure, VisitReport } from '@wholepage/contracts/report';
import { MOST_BREADCRUMBS, VIEW_METRIC } from '@wholepage/contracts/report-limits';
import { closest } from '../navigation/links';

/** A release of an app, as reports name it. */
export type Reported = Pick<VisitReport, 'app' | 'version'>;

/** Tells the composer of visits. The browser sends it when it has nothing better to do, even while the page goes away. */
export function sendReports(reports: readonly VisitReport[]): void {
  // While a canary runs, it says which of the browser's page views they are of.
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const view = load?.serverTiming?.find(({ name }) => name === VIEW_METRIC)?.description;
  const body = JSON.stringify(view ? { view, reports } : reports);
  navigator.sendBeacon?.('/_reports', new Blob([body], { type: 'application/json' }));
}

/**
 * An app failed in this browser: whether its release is to blame is for the judge of canaries to see. Few pages fail: what reads
 * errors comes with the code of the next page.
 * @param error what was thrown, where anything was
 * @param apps counts only when the error comes from the code of one of them
 */
export function reportFailure({ app, version }: Reported, failed: Failure, error?: unknown, apps?: string[]): void {
  const moment = performance.now();
  import(/* webpackChunkName: "soft-navigation" */ './thrown').then(
    ({ reportThrown }) => reportThrown({ send: sendReports, happened }, { app, version, failed }, error, apps, moment),
    // Without a network no report would arrive either.
    () => {},
  );
}

/** Something that happened on this page, at a time of `performance.now()`. */
export interface Happened {
  at: number;
  what: { page: string } | { click: string };
}

/** The latest of what happened, the oldest first. */
const happened: Happened[] = [];

let shownPage: string | undefined;

function note(what: Happened['what']): void {
  if (happened.push({ at: performance.now(), what }) > MOST_BREADCRUMBS) happened.shift();
}

/** Notes the page that is shown from now on, once. @param page its route's pattern, never its address */
export function notePage(page: string | undefined): void {
  if (page && page !== shownPage) note({ page });
  shownPage = page;
}

/** Notes a click by tag and class of the control: these are the team's words, never the visitor's. */
function noteClick({ target }: Event): void {
  const control = closest(target, 'a,button,input,select,summary,label') ?? closest(target, ':not(form)');
  if (!control) return;
  const { localName, classList } = control;
  note({ click: [localName, ...classList].slice(0, 2).join('.') });
}

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
  if (!globalThis.PerformanceObserver?.supportedEntryTypes?.includes(type)) return;
  const options = { type, buffered: true, durationThreshold: SHORTEST_INTERACTION_MS };
  new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe(options);
};

/** In whole milliseconds; nothing where nothing was measured. */
const measured = (ms: number): number | undefined => Math.round(ms) || undefined;

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

  window.addEventListener('click', noteClick, true);

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
        reports.push({ app, version, page, lcp: measured(lcp), inp: measured(inp), cls });
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
