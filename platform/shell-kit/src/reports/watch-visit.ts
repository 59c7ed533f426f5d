import type { VisitReport } from 'contracts/report';
import { type Reported, reportFailure, sendReports } from './report';

/** `…/_releases/{app}/…` in an address or a stack: whose code it is. */
const RELEASE_FILES = /\/_releases\/([a-z0-9-]+)\//g;

/** Interactions shorter than this are fine in any case, and not worth an event each. */
const SHORTEST_INTERACTION_MS = 40;

interface EventTiming extends PerformanceEntry {
  interactionId?: number;
}

/** How long a remote took to answer while it was on show, in milliseconds. */
interface Measured extends Reported {
  inp: number;
}

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
 * @returns to be told of every release that is shown from now on
 */
export function watchVisit(shell: Reported): (app: Reported) => void {
  const remotes = new Map<string, Measured>();
  let visits: { since: number; remote: Measured }[] = [];
  let lcp = 0;

  // A remote can write what it likes into a stack, so that tells only whether the error may be of the one on show.
  const blame = (where: unknown) => {
    const { app, version } = visits.at(-1)?.remote ?? shell;
    const apps = [...String(where).matchAll(RELEASE_FILES)].map(([, name]) => name);
    if (apps.includes(app) || apps.includes(shell.app)) reportFailure({ app, version }, 'runtime');
  };
  window.addEventListener('error', ({ error, filename }) => blame((error as Error | undefined)?.stack ?? filename));
  window.addEventListener('unhandledrejection', ({ reason }) => blame((reason as Error | undefined)?.stack));

  observe('largest-contentful-paint', ({ startTime }) => {
    lcp = startTime;
  });
  observe('event', (entry) => {
    if (!(entry as EventTiming).interactionId) return;
    // One that leads to another page is answered by the page that it was made on.
    const asked = visits.findLast(({ since }) => since <= entry.startTime) ?? visits[0];
    if (asked) asked.remote.inp = Math.max(asked.remote.inp, entry.duration);
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden') return;
    const reports: VisitReport[] = [];
    for (const remote of remotes.values()) {
      const { app, version, inp } = remote;
      if (lcp + inp > 0)
        reports.push({ app, version, ...(lcp && { lcp: Math.round(lcp) }), ...(inp && { inp: Math.round(inp) }) });
      remote.inp = 0;
      // The largest paint is the first remote's: it is over before anybody goes on.
      lcp = 0;
    }
    if (reports.length > 0) sendReports(reports.slice(0, REPORTS_LIMIT));
  });

  return ({ app, version }) => {
    const remote = remotes.get(app) ?? { app, version, inp: 0 };
    remotes.set(app, remote);
    visits = [...visits, { since: performance.now(), remote }].slice(-KEPT_VISITS);
  };
}
