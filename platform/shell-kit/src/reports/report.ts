import type { Failure, VisitReport } from 'contracts/report';

/** A release of an app, as reports name it. */
export type Reported = Pick<VisitReport, 'app' | 'version'>;

/** Each failure of an app is told once on a page: the composer counts visitors, not failures. */
const told = new Set<string>();

/** Tells the composer of a visit. The browser sends it when it has nothing better to do, even while the page goes away. */
export function sendReport(report: VisitReport): void {
  navigator.sendBeacon?.('/_reports', new Blob([JSON.stringify([report])], { type: 'application/json' }));
}

/** An app failed in this browser: whether its release is to blame is for the judge of canaries to see. */
export function reportFailure({ app, version }: Reported, failed: Failure): void {
  const key = `${app} ${failed}`;
  if (told.has(key)) return;
  told.add(key);
  sendReport({ app, version, failed });
}
