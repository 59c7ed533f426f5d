import type { ReleaseManifest } from '@wholepage/contracts/release';
import type { Browser } from 'playwright-core';
import { composerFile } from './composer-file';
import { type RunningGateComposer, startGateComposer } from './gate-composer';
import { launchChrome } from './launch';
import { samplePages } from './sample-pages';

/** The live site with the candidate laid over it, as a visitor of it would find it. */
export interface GateSite {
  browser: Browser;
  /** With the API as it is. */
  composer: RunningGateComposer;
  /** The same, with an API that nobody answers at. */
  withoutApi: RunningGateComposer;
  /** Whether there is an API: without one, pages are seen as they are while it is down. */
  hasApi: boolean;
  /** Addresses of the candidate's pages, a few for each route. */
  pages: string[];
  close(): Promise<void>;
}

const answers = (origin: string): Promise<boolean> =>
  fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(1_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/**
 * @param dataDir with a store of the gate's own, in which the candidate is live, and its keys
 * @param apiOrigin the API that the site has
 */
export async function startGateSite(dataDir: string, candidate: ReleaseManifest, apiOrigin: string): Promise<GateSite> {
  const file = await composerFile();
  const hasApi = await answers(apiOrigin);
  const started = await Promise.allSettled([
    startGateComposer(file, dataDir, apiOrigin),
    startGateComposer(file, dataDir, 'http://127.0.0.1:9'),
    launchChrome(),
  ]);
  const [composer, withoutApi, browser] = started;
  const close = async () => {
    const running = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    await Promise.all(running.map((one) => ('stop' in one ? one.stop() : one.close())));
  };
  if (composer.status !== 'fulfilled' || withoutApi.status !== 'fulfilled' || browser.status !== 'fulfilled') {
    await close();
    throw started.find((one) => one.status === 'rejected')?.reason;
  }
  const pages = await samplePages(composer.value.origin, candidate);
  return { browser: browser.value, composer: composer.value, withoutApi: withoutApi.value, hasApi, pages, close };
}
