import type { Failure, VisitReport } from 'contracts/report';

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

/** Each failure of an app is told once on a page: the composer counts visitors, not failures. */
const told = new Set<string>();

/** Tells the composer of visits. The browser sends it when it has nothing better to do, even while the page goes away. */
export function sendReports(reports: readonly VisitReport[]): void {
  const body = JSON.stringify(proof ? { proof, reports } : reports);
  navigator.sendBeacon?.('/_reports', new Blob([body], { type: 'application/json' }));
}

/** An app failed in this browser: whether its release is to blame is for the judge of canaries to see. */
export function reportFailure({ app, version }: Reported, failed: Failure): void {
  const key = `${app} ${failed}`;
  if (told.has(key)) return;
  told.add(key);
  sendReports([{ app, version, failed }]);
}
