import type { PageState } from 'contracts/page';
import { type Reported, reportFailure, sendReport } from './report';

/** `…/_releases/{app}/…` in an address or a stack: whose code it is. */
const RELEASE_FILE = /\/_releases\/([a-z0-9-]+)\//;

/** Interactions shorter than this are fine in any case, and not worth an event each. */
const SHORTEST_INTERACTION_MS = 40;

interface EventTiming extends PerformanceEntry {
  interactionId?: number;
}

const observe = (type: string, onEntry: (entry: PerformanceEntry) => void): void => {
  if (!PerformanceObserver.supportedEntryTypes?.includes(type)) return;
  const options = { type, buffered: true, durationThreshold: SHORTEST_INTERACTION_MS };
  new PerformanceObserver((list) => list.getEntries().forEach(onEntry)).observe(options);
};

/** Reports errors that a release's code lets go, and when the visitor leaves how quickly the page came and answered. */
export function watchVisit(releases: PageState['releases'], owner: string | undefined): void {
  const released = (app: string): Reported | undefined => {
    const version = releases[app];
    return version === undefined ? undefined : { app, version };
  };
  const blame = (where: unknown) => {
    const app = released(RELEASE_FILE.exec(String(where))?.[1] ?? '');
    if (app) reportFailure(app, 'runtime');
  };
  window.addEventListener('error', ({ error, filename }) => blame((error as Error | undefined)?.stack ?? filename));
  window.addEventListener('unhandledrejection', ({ reason }) => blame((reason as Error | undefined)?.stack));

  let lcp = 0;
  let inp = 0;
  observe('largest-contentful-paint', ({ startTime }) => {
    lcp = startTime;
  });
  observe('event', (entry) => {
    if ((entry as EventTiming).interactionId) inp = Math.max(inp, entry.duration);
  });
  const app = owner && released(owner);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'hidden' || !app || lcp + inp === 0) return;
    sendReport({ ...app, ...(lcp && { lcp: Math.round(lcp) }), ...(inp && { inp: Math.round(inp) }) });
    lcp = 0;
    inp = 0;
  });
}
