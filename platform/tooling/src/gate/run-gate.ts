import { within } from '@wholepage/page-rules/time-limit';
import { ReleaseError } from '@wholepage/releases/errors';
import { noteVerification, readVerification, stepsThatGave } from '@wholepage/releases/gate-record';
import { followLast } from '@wholepage/releases/registry/follow';
import { type AppReleases, readHistory, SITE, type Verification } from '@wholepage/releases/registry/registry';
import { refuseActive } from '@wholepage/releases/registry/step-rights';
import { privateStorePlace, releasedBy, storePlace } from '@wholepage/releases/settings';
import { candidate } from '@wholepage/releases/steps';
import { openWritableStore } from '@wholepage/releases/store/open-store';
import { packageDir } from '../paths';
import { UsageError } from '../run/command';
import { ensureChromium } from '../run/find-program';
import { followSite } from '../site/definition';
import { askedToStop } from '../start/composer';
import { type Check, type Fault, faultsOf, type GateContext, isRemote } from './check';
import { addresses, askAddresses } from './checks/addresses';
import { shares, types, users } from './checks/contract';
import { files, sizes } from './checks/files';
import { externalCost, stockHost } from './checks/foreign';
import { fragments } from './checks/fragments';
import { layout } from './checks/layout';
import { globals, storage } from './checks/left-behind';
import { lifecycle } from './checks/lifecycle';
import { accessibility, pages, visitPages } from './checks/pages';
import { prices } from './checks/prices';
import { scenarios } from './checks/scenarios';
import { licences, secrets } from './checks/sources';
import { styleReach, styles, tokens } from './checks/styles';
import { visits } from './checks/visits';
import { lookClosely } from './close-look';
import { type GateSite, type GateStoreOptions, makeGateStore, startGateSite } from './site';

/*
 * The gate: its checks in order, their run against one release, and the report and record of the results. A new check
 * is a file in checks/ and a line here.
 */

/** Checks that only read files: they need no site and no browser. */
export const QUICK_CHECKS: readonly Check[] = [files, types, styles, tokens, shares, users, sizes, secrets, licences];

/** All checks, quick ones first. Before them the store itself refuses wrong hashes, signatures, contracts and routes. */
export const CHECKS: readonly Check[] = [
  ...QUICK_CHECKS,
  addresses,
  pages,
  stockHost,
  externalCost,
  prices,
  styleReach,
  visits,
  layout,
  storage,
  globals,
  scenarios,
  fragments,
  lifecycle,
  accessibility,
];

interface VerifyOptions extends GateStoreOptions {
  skip: SkippedChecks | undefined;
  /** True: only the quick checks, without a site or a browser. A release that passes them may not go live yet. */
  fast?: boolean | undefined;
  /** The reason to take the step after the gate in spite of a lock. */
  breaks?: string | undefined;
  /** Refuses the step after the gate by the app's served releases. @throws ReleaseError */
  refuse?: ((releases: AppReleases) => void) | undefined;
  say(line: string): void;
}

/**
 * Runs all checks against a release before it goes live, and prints each result. Visitors notice nothing.
 * @throws ReleaseError when the store would refuse it: hashes, signature, contract, routes; Error where there is no Chromium
 */
export async function verifyRelease(options: VerifyOptions): Promise<Result[]> {
  const { place, app, version, built, skip, fast, say } = options;
  void endWhenAsked();
  await followSite(say);
  if (!fast) ensureChromium();
  await using ended = new AsyncDisposableStack();
  const store = await makeGateStore({ place, app, version, built });
  ended.defer(store.remove);
  const { context, close } = contextOf(store, built && packageDir(app), (text) => say(`  ! ${text}`));
  ended.defer(close);
  const results = await runChecks(fast ? QUICK_CHECKS : CHECKS, context, {
    skip,
    onResult(result) {
      for (const line of resultLines(result)) say(line);
    },
  });
  say(fast ? quickSummary(app, version, results, built) : summary(app, version, results));
  return results;
}

const once = <Found>(find: () => Found): (() => Found) => {
  let found: Found | undefined;
  return () => (found ??= find());
};

/** Ends the process in order when it is interrupted, so that folders and browsers are removed and no faults are reported. */
const endWhenAsked = once(async () => {
  await askedToStop().stopped;
  console.error('Stopped before all checks were run.');
  process.exit(1);
});

/** Makes the checks' input from the gate's store. Findings that need a site are collected once, at the first use. */
function contextOf(
  store: Awaited<ReturnType<typeof makeGateStore>>,
  sources: string | undefined,
  note: (text: string) => void,
): { context: GateContext; close(): Promise<void> } {
  const { dataDir, remove: _, ...tried } = store;
  const { manifest } = tried.candidate;
  let started: Promise<GateSite> | undefined;
  const site = once(() => (started = startGateSite(dataDir, manifest, note)));
  const context: GateContext = {
    ...tried,
    sources,
    note,
    site,
    visits: once(async () => visitPages(await site(), manifest, note)),
    addresses: once(async () => askAddresses(await site(), manifest)),
    closeLooks: once(async () => lookClosely(await site(), tried)),
  };
  return { context, close: async () => void (await started?.then((one) => one.close()).catch(() => {})) };
}

/**
 * Runs checks in their order. Where a quick one fails, those that need a site and a browser are skipped, so that its
 * fault is reported at once.
 */
export async function runChecks(
  checks: readonly Check[],
  context: GateContext,
  { skip, onResult }: { skip: SkippedChecks | undefined; onResult(result: Result): void },
): Promise<Result[]> {
  const results: Result[] = [];
  for (const check of checks) {
    const early = named(results, 'failed');
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

export interface Result {
  check: string;
  holds: string;
  outcome: Outcome;
  faults: Fault[];
  /** The reason why it was skipped, or does not apply. */
  why?: string;
  milliseconds: number;
}

const crashed = (error: unknown): Fault => ({
  where: 'the check itself',
  what: error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error),
  todo: 'Run it again; if it stays, look at this check first.',
});

/** Messages of browsers, and the advice for a page's author. */
const ADVICE: readonly (readonly [said: RegExp, todo: string])[] = [
  [
    /inline style violates/,
    'Style it by a class of a CSS module: pages take no style attribute of the server, and no styles that scripts make, as Emotion and styled-components do.',
  ],
  [/worker-src|WebAssembly.*Content Security/, 'Leave it to a back end: pages run no workers and no WebAssembly.'],
  [
    /TrustedTypePolicy named|requires 'TrustedScriptURL'/,
    'Name its policy in webpack.config.ts: remote(name, port, [policy]); for another bundler in "policies" of remote.json.',
  ],
  [
    /violates the (following|document's) Content Security/,
    'Allow the host by `allow` of what `load` returns, on a route with `document: true`, and by `standaloneSources` of site.ts; for all pages by `csp` there.',
  ],
  [
    /still listens to/,
    'End in unmount whatever mount began. A package that listens from its import on, as axios does, does not fit: use fetch.',
  ],
  [
    /process is not defined|'env' does not exist/,
    'Read settings from `config`: publicConfig in site.ts says what pages may know.',
  ],
];

const advised = (fault: Fault): Fault => ({
  ...fault,
  todo: ADVICE.find(([said]) => said.test(fault.what))?.[1] ?? fault.todo,
});

/** The longest run of a check. Pages with endless scripts never answer; large sites on slow machines take minutes. */
const LONGEST_CHECK_MS = 20 * 60_000;

/** Runs a check and returns its result. A check that throws or does not end has failed. */
async function runCheck(check: Check, context: GateContext, skip: SkippedChecks | undefined): Promise<Result> {
  const { name, holds } = check;
  const about = { check: name, holds, faults: [] };
  if (skip?.checks.includes(name)) return { ...about, outcome: 'skipped', why: skip.reason, milliseconds: 0 };
  const ofShell = QUICK_CHECKS.includes(check) ? check.notOfShell : 'the shell has no pages of its own';
  const given = (isRemote(context.candidate) ? undefined : ofShell) ?? check.inapplicable?.(context);
  // The check itself meets the same error again and reports it.
  const why = await Promise.resolve(given).catch(() => undefined);
  if (why) return { ...about, outcome: 'inapplicable', why, milliseconds: 0 };
  const started = performance.now();
  const looking = within(faultsOf(check, context), LONGEST_CHECK_MS, 'It');
  const faults = await looking.catch((error: unknown) => [crashed(error)]);
  const milliseconds = Math.round(performance.now() - started);
  return { ...about, outcome: faults.length ? 'failed' : 'held', faults: faults.map(advised), milliseconds };
}

interface SkippedChecks {
  checks: string[];
  reason: string;
}

/** Reads `--skip "sizes,licences" --reason "…"`. @throws UsageError for an unknown check, or without a reason */
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

const named = (results: readonly Result[], outcome: Result['outcome']): string[] =>
  results.filter((result) => result.outcome === outcome).map(({ check }) => check);

const verificationOf = (results: readonly Result[], skip: SkippedChecks | undefined): Verification => ({
  held: named(results, 'held'),
  skipped: named(results, 'skipped'),
  reason: skip?.reason ?? '',
});

/** Runs the gate before visitors get a release. @returns the record for the history @throws Error with the failed checks */
export async function passGate(options: VerifyOptions): Promise<Verification> {
  const { place, app, version, skip, breaks, refuse } = options;
  const { apps, locks, malformed } = await followLast(openWritableStore(place));
  // A lock or a canary refuses the step before the gate runs, not minutes later.
  if (breaks === undefined) refuseActive([locks[app], locks[SITE]], Date.now());
  if (malformed[app] === undefined) refuse?.(apps[app] ?? {});
  const results = await verifyRelease(options);
  const failed = named(results, 'failed');
  if (failed.length === 0) return verificationOf(results, skip);
  const left = [...(skip?.checks ?? []), ...failed].join(',');
  throw new Error(
    `${app} ${version} was not released: ${failed.join(', ')} failed. Mend it, or leave a check out and say why: -- --skip "${left}" --reason "text".`,
  );
}

const MARKS: Record<Result['outcome'], string> = { held: '✓', failed: '✗', skipped: '–', inapplicable: '·' };
/** The most places, and faults of each, that are printed: one page full of faults must not hide the others. */
const SHOWN_PLACES = 24;
const SHOWN_FAULTS = 3;

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

function faultLines(faults: readonly Fault[]): string[] {
  const places = [...new Set(faults.map(({ where }) => where))];
  const left = places.length - SHOWN_PLACES;
  return [
    ...places.slice(0, SHOWN_PLACES).flatMap((where) => {
      const found = faults.filter((fault) => fault.where === where);
      const more = found.length - SHOWN_FAULTS;
      return [
        ...found
          .slice(0, SHOWN_FAULTS)
          .flatMap(({ what, todo }) => [`      ${where}`, `        ${what}`, `        → ${todo}`]),
        ...(more > 0 ? [`        and ${more} more there`] : []),
      ];
    }),
    ...(left > 0 ? [`      and ${left} more places`] : []),
  ];
}

export function resultLines({ check, holds, outcome, faults, why, milliseconds }: Result): string[] {
  const note = why ? ` (${outcome === 'skipped' ? 'skipped: ' : ''}${why})` : '';
  const time = milliseconds ? seconds(milliseconds).padStart(7) : ''.padStart(7);
  return [`  ${MARKS[outcome]} ${check.padEnd(14)} ${time}  ${holds}${note}`, ...faultLines(faults)];
}

export function summary(app: string, version: string, results: readonly Result[]): string {
  const [failed, held] = [named(results, 'failed'), named(results, 'held')];
  const time = seconds(results.reduce((sum, { milliseconds }) => sum + milliseconds, 0));
  return failed.length
    ? `${app} ${version} may not go live: ${failed.join(', ')} failed, after ${time}.`
    : `${app} ${version} may go live: ${held.length} checks held, in ${time}.`;
}

/** @param built the folder of a build made just now; a remote of another bundler has none */
export const quickSummary = (app: string, version: string, results: readonly Result[], built?: string): string =>
  named(results, 'failed').length > 0
    ? summary(app, version, results)
    : `${app} ${version}: ${named(results, 'held').length} quick checks held. \`npm run verify ${built ? app : `${app} ${version}`}\` runs all ${CHECKS.length}.`;

type PassedGate = Pick<VerifyOptions, 'app' | 'version' | 'skip' | 'say'> & { results: readonly Result[] };

/** Records that a published release passed the gate, so that the console can promote it. Without a key nothing is recorded. */
export async function noteGate({ app, version, results, skip, say }: PassedGate): Promise<void> {
  const store = openWritableStore(storePlace());
  const { metadata } = await candidate(store, app, version);
  const about = { verification: verificationOf(results, skip), by: releasedBy() };
  try {
    await noteVerification(store, openWritableStore(privateStorePlace()), { app, ...metadata }, about);
    say(`${app} ${version}: the console can promote it within a week`);
  } catch (error) {
    if (!(error instanceof ReleaseError)) throw error;
    say(`${app} ${version}: not noted for the console. ${error.message}`);
  }
}

/**
 * Runs the gate on a published release. A release that passed once, or was live before, passes again at once.
 * @throws ReleaseError when the release is unknown, Error when a check failed
 */
export async function passGateOnce(release: Omit<VerifyOptions, 'built' | 'fast'>): Promise<Verification | undefined> {
  const { place, app, version, say } = release;
  const store = openWritableStore(place);
  const { metadata } = await candidate(store, app, version);
  const known = await stepsThatGave(store, app, version, await readHistory(store, { app }));
  const verification = known.find((step) => step.verification)?.verification;
  if (known.length === 0) {
    const noted = await readVerification(store, openWritableStore(privateStorePlace()), { app, ...metadata });
    if (!noted) return passGate(release);
    say(`${app}: ${version} was verified ${noted.at.slice(0, 16).replace('T', ' ')} UTC by ${noted.by}`);
    return noted.verification;
  }
  say(`${app}: ${version} went to visitors before; it is not verified again`);
  return verification;
}
