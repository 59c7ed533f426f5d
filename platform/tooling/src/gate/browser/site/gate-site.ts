import type { ReleaseManifest } from '@wholepage/contracts/release';
import type { Browser } from 'playwright-core';
import { composerFile } from './composer-file';
import { type RunningGateComposer, startGateComposer } from './gate-composer';
import { launchForGate } from './launch';
import { samplePages } from './sample-pages';

/** The live site with the candidate laid over it, as a visitor of it would find it. */
export interface GateSite {
  browser: Browser;
  /** With the API and the back ends as they are. */
  composer: RunningGateComposer;
  /** The same, and nobody answers at any of them. */
  withoutApi: RunningGateComposer;
  /** Whether there is an API, the site's or the remote's own: without one, pages are seen as they are while it is down. */
  hasApi: boolean;
  /** Whether the site's own API is there. */
  hasSiteApi: boolean;
  /** Addresses of the candidate's pages, a few for each route. */
  pages: string[];
  close(): Promise<void>;
}

const answers = (origin: string): Promise<boolean> =>
  fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(1_000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Nobody listens at this port. */
const NOBODY = 'http://127.0.0.1:9';

const backEnds = (): Record<string, string> => JSON.parse(process.env.API_ORIGINS || '{}');

/** A remote with a back end of its own may well live on a site without an API. */
const backEndOf = (app: string): string | undefined => backEnds()[app];

const allNowhere = (): Record<string, string> =>
  Object.fromEntries(Object.keys(backEnds()).map((app) => [app, NOBODY]));

/**
 * @param dataDir with a store of the gate's own, in which the candidate is live, and its keys
 * @param apiOrigin the API that the site has
 */
export async function startGateSite(dataDir: string, candidate: ReleaseManifest, apiOrigin: string): Promise<GateSite> {
  const file = await composerFile();
  const hasSiteApi = await answers(apiOrigin);
  const backEnd = backEndOf(candidate.app);
  const hasApi = backEnd ? await answers(backEnd) : hasSiteApi;
  const started = await Promise.allSettled([
    startGateComposer(file, dataDir, apiOrigin),
    startGateComposer(file, dataDir, NOBODY, allNowhere()),
    launchForGate(),
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
  return {
    browser: browser.value,
    composer: composer.value,
    withoutApi: withoutApi.value,
    hasApi,
    hasSiteApi,
    pages,
    close,
  };
}
