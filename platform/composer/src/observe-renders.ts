import type { RenderObserver } from './guests/renderer';
import type { Log } from './log';
import type { Metrics } from './metrics';

/** Counts what releases do, and logs the end of a guest with remote, version, phase and reason. */
export const observeRenders = (log: Log, metrics: Metrics): RenderObserver => ({
  rendered: (release, outcome, seconds) => metrics.rendered(release, outcome, seconds),
  guestEnded: ({ app, version }, why) => {
    metrics.guestEnded({ app, version });
    log('error', 'guest ended', { app, version, phase: 'render', reason: why });
  },
  apiFailed: ({ app, version }, why) => log('warn', 'api failed a page', { app, version, phase: 'api', reason: why }),
});
