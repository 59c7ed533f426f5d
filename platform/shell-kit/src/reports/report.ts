import type { Failure, VisitReport } from '@wholepage/contracts/report';
import { VIEW_METRIC } from '@wholepage/contracts/report-limits';

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
    ({ reportThrown }) => reportThrown(sendReports, { app, version, failed }, error, apps, moment),
    // Without a network no report would arrive either.
    () => {},
  );
}
