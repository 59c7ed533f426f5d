import type { Failure, VisitReport } from '@wholepage/contracts/report';
import { MOST_BREADCRUMBS, VIEW_METRIC } from '@wholepage/contracts/report-limits';
import { closest } from '../navigation/links';

/** A release as reports name it. */
export type Reported = Pick<VisitReport, 'app' | 'version'>;

/** Sends reports to the composer by a beacon, which the browser delivers even while the page unloads. */
export function sendReports(reports: readonly VisitReport[]): void {
  // While a canary runs, the id of the page view goes with them.
  const [load] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const view = load?.serverTiming?.find(({ name }) => name === VIEW_METRIC)?.description;
  const body = JSON.stringify(view ? { view, reports } : reports);
  navigator.sendBeacon?.('/_reports', new Blob([body], { type: 'application/json' }));
}

/**
 * Reports a failure of an app; the judge of canaries decides whether its release is to blame. Few pages fail, so that
 * the code for errors is in the chunk of soft navigation.
 * @param error what was thrown, if anything
 * @param apps where given, only errors from the code of one of them count
 */
export function reportFailure({ app, version }: Reported, failed: Failure, error?: unknown, apps?: string[]): void {
  const moment = performance.now();
  import(/* webpackChunkName: "soft-navigation" */ './thrown').then(
    ({ reportThrown }) => reportThrown({ send: sendReports, happened }, { app, version, failed }, error, apps, moment),
    // Without a network no report would arrive either.
    () => {},
  );
}

/** An event on this page, at a time of `performance.now()`. */
export interface Happened {
  at: number;
  what: { page: string } | { click: string };
}

/** The latest events, oldest first. */
const happened: Happened[] = [];

let shownPage: string | undefined;

function note(what: Happened['what']): void {
  if (happened.push({ at: performance.now(), what }) > MOST_BREADCRUMBS) happened.shift();
}

/** Notes the page shown, once. @param page its route's pattern, never its address */
export function notePage(page: string | undefined): void {
  if (page && page !== shownPage) note({ page });
  shownPage = page;
}

/** Notes a click by the control's tag and class, which hold no data of the visitor. */
function noteClick({ target }: Event): void {
  const control = closest(target, 'a,button,input,select,summary,label') ?? closest(target, ':not(form)');
  if (!control) return;
  const { localName, classList } = control;
  note({ click: [localName, ...classList].slice(0, 2).join('.') });
}

/** Shorter interactions are not observed: they are good in any case. */
const SHORTEST_INTERACTION_MS = 40;

/** A page shown, with its interaction to next paint in milliseconds and its cumulative layout shift. */
interface Visit extends Reported {
  page: string | undefined;
  /** By `performance.now()`. */
  since: number;
  inp: number;
  /** The largest session window: shifts within five seconds, each within a second of the one before. */
  cls: number | undefined;
  /** The last session window: its sum, and the times of its first and last shift. */
  shifts: { sum: number; first: number; last: number };
  isReported?: boolean;
}

/** Most visits in one message. */
const MOST_VISITS = 8;
/** Page-view tokens expire after five minutes: a longer visit is reported before. */
const HEARD_AFTER_MS = 240_000;

const isMeasured = (type: string) => globalThis.PerformanceObserver?.supportedEntryTypes?.includes(type);

const observe = (type: string, onEntry: (entry: PerformanceEntry) => void): void => {
  if (!isMeasured(type)) return;
  const options = { type, buffered: true, durationThreshold: SHORTEST_INTERACTION_MS };
  new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe(options);
};

/** Rounds to whole milliseconds; undefined for 0, which was not measured. */
const measured = (ms: number): number | undefined => Math.round(ms) || undefined;

/**
 * Reports uncaught errors of released code, and the web vitals of each visit when the visitor leaves.
 * @returns function to call with every release that gets the slot and its page's pattern; for the shell's own page with the shell
 */
export function watchVisit(shell: Reported): (app: Reported, page?: string) => void {
  let visits: Visit[] = [];
  let lcp = 0;
  /** What is measured before the first visit, to which it belongs: browsers hand buffered entries over at once. */
  const early = { inp: 0, cls: isMeasured('layout-shift') ? 0 : undefined, shifts: { sum: 0, first: 0, last: -1_000 } };
  const none = { ...early };

  // A remote can forge a stack, so that it only shows whether the error may be of the release in the slot.
  const blame = (error: unknown) => {
    const shown = visits.at(-1) ?? shell;
    reportFailure(shown, 'runtime', error, [shown.app, shell.app]);
  };
  window.addEventListener('error', ({ error, filename }) => blame(error ?? filename));
  window.addEventListener('unhandledrejection', ({ reason }) => blame(reason));

  window.addEventListener('click', noteClick, true);

  observe('largest-contentful-paint', ({ startTime }) => {
    // The paint of a tab that was in the background came when the visitor chose it.
    const isLate = ({ name, startTime: since }: PerformanceEntry) => name === 'hidden' && since < startTime;
    if (!performance.getEntriesByType('visibility-state').some(isLate)) lcp = startTime;
  });
  observe('event', (entry) => {
    if (!(entry as PerformanceEventTiming).interactionId) return;
    // An interaction that navigates belongs to the page where it began.
    const asked = visits.findLast(({ since }) => since <= entry.startTime) ?? visits[0] ?? early;
    asked.inp = Math.max(asked.inp, entry.duration);
  });
  observe('layout-shift', (entry) => {
    const { startTime, value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (hadRecentInput) return;
    const shown = visits.at(-1) ?? early;
    const { sum, first, last } = shown.shifts;
    const goesOn = startTime - last < 1_000 && startTime - first < 5_000;
    shown.shifts = { sum: goesOn ? sum + value : value, first: goesOn ? first : startTime, last: startTime };
    shown.cls = Math.max(shown.cls ?? 0, shown.shifts.sum);
  });

  const report = () => {
    const reports: VisitReport[] = [];
    for (const visit of visits) {
      const { app, version, page, inp, cls, isReported } = visit;
      // A first report is sent even when empty: a browser that measures nothing is not one that a release silenced.
      if (lcp + inp > 0 || !isReported)
        reports.push({ app, version, ...(!isReported && { page, cls }), lcp: measured(lcp), inp: measured(inp) });
      Object.assign(visit, { isReported: true, inp: 0 });
      // The largest paint belongs to the first visit: it ends with the first interaction.
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
    const measures = visits.length === 0 ? early : none;
    visits = [...visits, { app, version, page, since: performance.now(), ...measures }].slice(-MOST_VISITS);
    notePage(page);
  };
}
