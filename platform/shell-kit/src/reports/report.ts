import type { Failure, VisitReport } from '@wholepage/contracts/report';
import { MOST_BREADCRUMBS, VIEW_METRIC } from '@wholepage/contracts/report-limits';
import { closest } from '../clobber-safe';

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

/** Notes each click by tag and class of the control: these are the team's words, never the visitor's. */
export function noteClicks(): void {
  const onClick = ({ target }: Event) => {
    const control = closest(target, 'a,button,input,select,summary,label') ?? closest(target, ':not(form)');
    if (!control) return;
    const { localName, classList } = control;
    note({ click: [localName, ...classList].slice(0, 2).join('.') });
  };
  window.addEventListener('click', onClick, true);
}
