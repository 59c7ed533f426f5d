import type { ServerResponse } from 'node:http';
import type { ReleaseStore, WritableStore } from '@wholepage/releases/store/store';
import type { SpanSink } from '@wholepage/telemetry/otlp';
import type { BackEnds } from './back-ends/back-ends';
import type { CanaryKeeper } from './canary/canary-keeper';
import type { Secret } from './canary/secret';
import type { Renderer } from './guests/renderer';
import type { Readiness } from './http/operations';
import type { Log } from './log';
import type { Metrics } from './metrics';
import type { LoadedRelease, ReleaseSet } from './releases/release-set';
import type { DigestCollector } from './reports/digests';
import type { ContentPreview } from './settings/content/edited-content';
import type { Settings } from './settings/settings';
import type { SiteConfigs } from './settings/site/site-configs';

/** What a composer is put together from. */
export interface ComposerParts {
  settings: Settings;
  sites: SiteConfigs;
  /** Edited content that somebody looks at before it is saved. @throws Error in one sentence when it is unavailable */
  contentOf(id: string): Promise<ContentPreview>;
  store: ReleaseStore;
  /** Folder of the scripts on both sides of a framed remote. */
  framedScripts: string;
  renderer: Renderer;
  /** Back ends that remotes have of their own. */
  backEnds: BackEnds;
  currentSet: () => ReleaseSet;
  /** Why releases of the registry are not served. */
  refusals: () => readonly string[];
  /** Any published release. @throws ReleaseError when there is none, or it does not hold */
  loadRelease(app: string, version: string): Promise<LoadedRelease>;
  /** Watches over canaries. */
  keeper?: CanaryKeeper | undefined;
  /** Gathers what browsers report for the console. */
  digests?: DigestCollector | undefined;
  /** By which composers know their cookies again. */
  secret: Secret;
  /** The store with its history; undefined where it can only be read. */
  shared?: WritableStore | undefined;
  log: Log;
  /** Called with the steps of traces. */
  tell?: SpanSink | undefined;
  metrics: Metrics;
  /** Called with every response before anything is written to it. */
  track(response: ServerResponse): void;
  /** Ready from when no page depends on the store any more, until the server is asked to stop. */
  readiness(): Readiness;
}
