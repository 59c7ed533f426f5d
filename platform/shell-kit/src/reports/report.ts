import type { Failure, VisitReport } from '@wholepage/contracts/report';

const PROOF = /(?:^|; )((?:__Host-)?view)=([^;]*)/g;

/**
 * The proof of this page view, while a canary runs. It is taken away before the code of a remote could read it; browsers
 * that cannot take it away at once report without it.
 */
function takeProof(): string | undefined {
  const found = [...document.cookie.matchAll(PROOF)];
  if (!('cookieStore' in window)) return undefined;
  for (const [, name = ''] of found) void cookieStore.delete(name);
  // Of two one is somebody else's.
  return found.length === 1 ? found[0]?.[2] : undefined;
}

const proof = takeProof();

/** A release of an app, as reports name it. */
export type Reported = Pick<VisitReport, 'app' | 'version'>;

/** Tells the composer of visits. The browser sends it when it has nothing better to do, even while the page goes away. */
export function sendReports(reports: readonly VisitReport[]): void {
  const body = JSON.stringify(proof ? { proof, reports } : reports);
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
