import type { ReleaseStore, WritableStore } from '@wholepage/releases/store/store';
import type { SpanSink } from '@wholepage/telemetry/trace';
import type { Secret } from './canary/bucket';
import type { CanaryKeeper } from './canary/canary-keeper';
import type { Goals, Visitors } from './canary/visitors';
import type { StaticFiles } from './files/static-files';
import type { FragmentFiller, FragmentWatch } from './fragments/fragment-filler';
import type { Renderer } from './guests/renderer';
import type { BackEnds, ForeignOrigins } from './http/proxy/api-proxy';
import type { PendingResponses } from './http/server/drain';
import type { Log } from './log';
import type { Metrics } from './metrics';
import type { PageResponder } from './pages/page-responder';
import type { Previews } from './preview/previews';
import type { ReleaseSet } from './releases/release-set';
import type { ReleaseWatcher } from './releases/release-watcher';
import type { DigestCollector } from './reports/digests';
import type { Settings } from './settings/settings';
import type { LiveContent, SiteConfigs } from './settings/site/site-configs';

/** The parts of a composer. Each part declares the others that it needs: `Pick<Parts, 'settings' | 'log'>`. */
export interface Parts {
  settings: Settings;
  log: Log;
  /** Called with each span; undefined where nobody collects them. */
  onSpan: SpanSink | undefined;
  store: ReleaseStore;
  /** The same store with its history; undefined where it is read-only. */
  shared: WritableStore | undefined;
  /** Store that only composers share. */
  privateStore: WritableStore;
  secret: Secret;
  watcher: ReleaseWatcher;
  /** Returns the live set. */
  currentSet(): ReleaseSet;
  content: LiveContent;
  sites: SiteConfigs;
  metrics: Metrics;
  digests: DigestCollector;
  backEnds: BackEnds;
  renderer: Renderer;
  keeper: CanaryKeeper;
  visitors: Visitors;
  goals: Goals;
  foreign: ForeignOrigins;
  files: StaticFiles;
  filler: FragmentFiller;
  watch: FragmentWatch;
  pending: PendingResponses;
  pages: PageResponder;
  previews: Previews;
}
