import type { RenderObserver } from './guests/renderer';
import type { Log } from './log';
import type { LoopWatch } from './loop-watch';
import type { Metrics } from './metrics';

/** Counts what releases do, and logs the end of a guest with remote, version, phase and reason. */
export const observeRenders = (log: Log, metrics: Metrics, loop: LoopWatch): RenderObserver => ({
  rendered: (release, outcome, seconds) => metrics.rendered(release, outcome, seconds),
  guestEnded: ({ app, version }, { why, cause }) => {
    metrics.guestEnded({ app, version });
    log('error', 'guest ended', { app, version, phase: 'render', cause, reason: why });
  },
  worked: ({ app, version }, ms) => loop.charge(`${app} ${version}`, ms),
  apiFailed: ({ app, version }, why) => log('warn', 'api failed a page', { app, version, phase: 'api', reason: why }),
});
