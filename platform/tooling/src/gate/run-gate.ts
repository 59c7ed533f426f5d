/**
 * The gate: its checks in order, and how they are run against one release. A new check is a file in checks/ and a
 * line here.
 */

import { UsageError } from '../run/command';
import { browserFiles, type Check, type Fault, type GateContext, type ReadableRelease } from './check';
import { type AskedAddresses, addresses, askAddresses } from './checks/addresses';
import { shares, types, users } from './checks/contract';
import { files, sizes } from './checks/files';
import { externalCost, stockHost } from './checks/foreign';
import { fragments } from './checks/fragments';
import { frame } from './checks/frame';
import { globals } from './checks/globals';
import { lifecycle } from './checks/lifecycle';
import { accessibility, type PageFindings, pages, visitPages } from './checks/pages';
import { prices } from './checks/prices';
import { scenarios } from './checks/scenarios';
import { licences, secrets } from './checks/sources';
import { storage } from './checks/storage';
import { customProperties, styleReach, styles, tokens } from './checks/styles';
import { visits } from './checks/visits';
import { type CloseFindings, lookClosely, widthsFor } from './close-look';
import { type GateSite, startGateSite } from './site';
import { makeGateStore } from './store';

/** They read files alone: no site is started, and no browser. */
export const QUICK_CHECKS: readonly Check[] = [files, types, styles, tokens, shares, users, sizes, secrets, licences];

/** Quick ones first. Before all of them the store itself refuses wrong hashes, signatures, contracts and routes. */
export const CHECKS: readonly Check[] = [
  ...QUICK_CHECKS,
  addresses,
  pages,
  stockHost,
  externalCost,
  prices,
  styleReach,
  visits,
  frame,
  storage,
  globals,
  scenarios,
  fragments,
  lifecycle,
  accessibility,
];

interface GateOptions {
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
      started ??= startGateSite(store.dataDir, store.candidate.manifest, apiOrigin, onNote).then((site) => {
        if (!site.hasApi) onNote(`No API answers at ${apiOrigin}: pages are seen as they are while it is down.`);
        return site;
      });
      return started;
    },
    visits() {
      visited ??= context.site().then((site) => visitPages(site, store.candidate.manifest, onNote));
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
  try {
    return await runChecks(checks, context, { skip, onResult });
  } finally {
    await started?.then((site) => site.close()).catch(() => {});
    await store.remove();
  }
}

/**
 * Runs checks in their order. Where a quick one fails, those that need a site and a browser are not run. What took seconds to
 * find does not wait for them.
 */
export async function runChecks(
  checks: readonly Check[],
  context: GateContext,
  { skip, onResult }: { skip: SkippedChecks | undefined; onResult(result: Result): void },
): Promise<Result[]> {
  const results: Result[] = [];
  for (const check of checks) {
    const early = results.filter(({ outcome }) => outcome === 'failed').map(({ check: name }) => name);
    if (!QUICK_CHECKS.includes(check) && QUICK_CHECKS.some(({ name }) => early.includes(name))) {
      context.note(
        `${checks.length - results.length} checks in a browser are not run: ${early.join(', ')} failed already.`,
      );
      return results;
    }
    const result = await runCheck(check, context, skip);
    results.push(result);
    onResult(result);
  }
  return results;
}

type Outcome = 'held' | 'failed' | 'skipped' | 'inapplicable';

/** What came of one check. */
export interface Result {
  check: string;
  holds: string;
  outcome: Outcome;
  faults: Fault[];
  /** Why it was skipped, or does not apply. */
  why?: string;
  milliseconds: number;
}

const crashed = (error: unknown): Fault => ({
  where: 'the check itself',
  what: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error),
  todo: 'Run it again; if it stays, look at this check first.',
});

/** Runs a check and says what came of it. One that throws has found a fault of its own. */
async function runCheck(check: Check, context: GateContext, skip: SkippedChecks | undefined): Promise<Result> {
  const { name, holds } = check;
  const about = { check: name, holds, faults: [] };
  if (skip?.checks.includes(name)) return { ...about, outcome: 'skipped', why: skip.reason, milliseconds: 0 };
  const why = check.inapplicable?.(context);
  if (why) return { ...about, outcome: 'inapplicable', why, milliseconds: 0 };
  const started = performance.now();
  const faults = await check.run(context).catch((error: unknown) => [crashed(error)]);
  const milliseconds = Math.round(performance.now() - started);
  return { ...about, outcome: faults.length ? 'failed' : 'held', faults, milliseconds };
}

/** Checks that somebody leaves out, and why. */
export interface SkippedChecks {
  checks: string[];
  reason: string;
}

/** `--skip "sizes,licences" --reason "…"`. @throws UsageError for a check that there is not, or without a reason */
export function skippedChecks(skip: string | undefined, reason: string | undefined): SkippedChecks | undefined {
  if (skip === undefined) {
    if (reason !== undefined)
      throw new UsageError('--reason says why checks are left out: name them with --skip, too.');
    return undefined;
  }
  const checks = skip.split(',').map((name) => name.trim());
  const names = CHECKS.map(({ name }) => name);
  const unknown = checks.filter((name) => !names.includes(name));
  if (unknown.length)
    throw new UsageError(`There is no check "${unknown.join('", "')}". Choose among ${names.join(', ')}.`);
  if (!reason?.trim()) throw new UsageError('Say why a check is left out: --reason "text". It is kept in the history.');
  return { checks, reason: reason.trim() };
}
