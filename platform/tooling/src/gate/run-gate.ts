import { type GateSite, startGateSite } from './browser/site/gate-site';
import { type AskedAddresses, askAddresses } from './browser/visits/ask-addresses';
import { type PageFindings, visitPages } from './browser/visits/visit-pages';
import { browserFiles, type Check, type GateContext, type ReadableRelease } from './check';
import { type CloseFindings, lookClosely } from './close/close-look';
import { widthsFor } from './close/widths';
import { customProperties } from './inspect/styles/custom-properties';
import { type Result, runCheck } from './run-check';
import type { SkippedChecks } from './skipped-checks';
import { makeGateStore } from './store/gate-store';

export interface GateOptions {
  /** The store that visitors are served from. */
  place: string;
  app: string;
  version: string;
  /** Folder of a build that is not published yet. */
  built?: string | undefined;
  /** The package that it was built from. */
  sources?: string | undefined;
  apiOrigin: string;
  checks: readonly Check[];
  /** Names of checks to leave out, and why. */
  skip?: SkippedChecks | undefined;
  /** Called as soon as a check is done. */
  onResult?(result: Result): void;
  /** Called with what limits what the checks can see. */
  onNote?(text: string): void;
}

const sheetsOf = (release: ReadableRelease): Promise<Buffer[]> =>
  Promise.all(browserFiles(release, '.css').map((file) => release.bytes(file)));

/**
 * Holds a release against all that must be true of it before it goes live. Nothing that visitors see is touched.
 * @throws ReleaseError when the store would refuse it: hashes, signature, contract, routes
 */
export async function runGate(options: GateOptions): Promise<Result[]> {
  const {
    place,
    app,
    version,
    built,
    sources,
    apiOrigin,
    checks,
    skip,
    onResult = () => {},
    onNote = () => {},
  } = options;
  const store = await makeGateStore({ place, app, version, built });
  let started: Promise<GateSite> | undefined;
  let visited: Promise<PageFindings[]> | undefined;
  let looked: Promise<CloseFindings[]> | undefined;
  let asked: Promise<AskedAddresses> | undefined;
  const context: GateContext = {
    candidate: store.candidate,
    shell: store.shell,
    live: store.live?.manifest,
    remotes: store.remotes,
    sources,
    note: onNote,
    site() {
      started ??= startGateSite(store.dataDir, store.candidate.manifest, apiOrigin).then((site) => {
        if (!site.hasApi) onNote(`No API answers at ${apiOrigin}: pages are seen as they are while it is down.`);
        return site;
      });
      return started;
    },
    visits() {
      visited ??= context.site().then((site) => visitPages(site, store.candidate.manifest));
      return visited;
    },
    closeLooks() {
      looked ??= context.site().then(async (site) => {
        const [sheets, shellSheets] = await Promise.all([sheetsOf(store.candidate), sheetsOf(store.shell)]);
        const tokens = shellSheets.flatMap((sheet) => customProperties(sheet).set);
        const { candidate, remotes } = store;
        return lookClosely({ site, candidate: candidate.manifest, remotes, tokens, widths: widthsFor(sheets) });
      });
      return looked;
    },
    addresses() {
      asked ??= context.site().then((site) => askAddresses(site, store.candidate.manifest));
      return asked;
    },
  };
  const results: Result[] = [];
  try {
    for (const check of checks) {
      const result = await runCheck(check, context, skip);
      results.push(result);
      onResult(result);
    }
    return results;
  } finally {
    await started?.then((site) => site.close()).catch(() => {});
    await store.remove();
  }
}
