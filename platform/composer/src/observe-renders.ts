import type { RenderObserver } from './guests/renderer';
import { thrownOf } from './guests/wire/thrown';
import type { Log } from './log';
import type { LoopWatch } from './loop-watch';
import type { Metrics } from './metrics';
import type { DigestCollector } from './reports/digests';

interface Observers {
  log: Log;
  metrics: Metrics;
  loop: LoopWatch;
  digests: DigestCollector;
}

/** Counts what releases do, and logs the end of a guest with remote, version, phase and reason. */
export const observeRenders = ({ log, metrics, loop, digests }: Observers): RenderObserver => ({
  rendered: (release, outcome, seconds) => {
    metrics.rendered(release, outcome, seconds);
    if (outcome !== 'refused') digests.rendered(release, outcome === 'rendered');
  },
  threw: (release, page, error) => {
    const { app, version } = release;
    digests.serverFailed({ app, version, page }, thrownOf(release, error));
  },
  guestEnded: ({ app, version }, { why, cause }) => {
    metrics.guestEnded({ app, version });
    log('error', 'guest ended', { app, version, phase: 'render', cause, reason: why });
  },
  worked: ({ app, version }, ms) => loop.charge(`${app} ${version}`, ms),
  apiFailed: ({ app, version }, why) => log('warn', 'api failed a page', { app, version, phase: 'api', reason: why }),
});
