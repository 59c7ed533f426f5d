/**
 * A release is verified: the gate runs, its findings are printed, and what passed is noted so that the console
 * can promote it.
 */

import { candidate } from '@wholepage/releases/candidate';
import { ReleaseError } from '@wholepage/releases/errors';
import { noteVerification, readVerification } from '@wholepage/releases/gate-record';
import type { Verification } from '@wholepage/releases/registry/registry';
import { readHistory } from '@wholepage/releases/registry/registry';
import { privateStorePlace, releasedBy, storePlace } from '@wholepage/releases/settings';
import { openWritableStore } from '@wholepage/releases/store/open-store';
import { followSite } from '../new-remote/stand-in';
import { packageDir } from '../paths';
import { ensureChromium } from '../verify/browsers';
import type { Fault } from './check';
import { CHECKS, QUICK_CHECKS, type Result, runGate, type SkippedChecks } from './run-gate';

/** A release did not hold. The message names the checks. */
class GateError extends Error {
  override name = 'GateError';
}

interface VerifyOptions {
  place: string;
  app: string;
  version: string;
  /** Folder of the build, when the release was built from this workspace just now. */
  built?: string | undefined;
  skip: SkippedChecks | undefined;
  /** The quick checks alone, without a site or a browser. They tell early what fails; what they hold may not go live by that. */
  fast?: boolean | undefined;
  say(line: string): void;
}

/** Runs the gate and says what came of each check. @throws Error in one sentence where there is no Chromium */
export async function verifyRelease(options: VerifyOptions): Promise<Result[]> {
  const { place, app, version, built, skip, fast, say } = options;
  await followSite(say);
  if (!fast) ensureChromium();
  const results = await runGate({
    place,
    app,
    version,
    built,
    sources: built && packageDir(app),
    apiOrigin: process.env['API_ORIGIN'] || `http://127.0.0.1:${process.env['API_PORT'] || 3100}`,
    checks: fast ? QUICK_CHECKS : CHECKS,
    skip,
    onNote: (text) => say(`  ! ${text}`),
    onResult(result) {
      for (const line of resultLines(result)) say(line);
    },
  });
  say(fast ? quickSummary(app, version, results) : summary(app, version, results));
  return results;
}

const named = (results: readonly Result[], outcome: Result['outcome']): string[] =>
  results.filter((result) => result.outcome === outcome).map(({ check }) => check);

/** What the history keeps of a gate that was passed. */
const verificationOf = (results: readonly Result[], skip: SkippedChecks | undefined): Verification => ({
  held: named(results, 'held'),
  skipped: named(results, 'skipped'),
  reason: skip?.reason ?? '',
});

/** The gate before visitors get a release. @returns what the history keeps of it @throws GateError when a check failed */
export async function passGate(options: VerifyOptions): Promise<Verification> {
  const { app, version, skip } = options;
  const results = await verifyRelease(options);
  const failed = named(results, 'failed');
  if (failed.length === 0) return verificationOf(results, skip);
  const left = [...(skip?.checks ?? []), ...failed].join(',');
  throw new GateError(
    `${app} ${version} was not released: ${failed.join(', ')} failed. Mend it, or leave a check out and say why: -- --skip "${left}" --reason "text".`,
  );
}

const MARKS: Record<Result['outcome'], string> = { held: '✓', failed: '✗', skipped: '–', inapplicable: '·' };
/** So many places are shown, and so many faults of each: one page that is full of faults must not hide the others. */
const SHOWN_PLACES = 24;
const SHOWN_FAULTS = 3;

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/** Below a check's line: what is wrong, where, and what to do. */
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

/** One check's line, and its faults. */
export function resultLines({ check, holds, outcome, faults, why, milliseconds }: Result): string[] {
  const note = why ? ` (${outcome === 'skipped' ? 'skipped: ' : ''}${why})` : '';
  const time = milliseconds ? seconds(milliseconds).padStart(7) : ''.padStart(7);
  return [`  ${MARKS[outcome]} ${check.padEnd(14)} ${time}  ${holds}${note}`, ...faultLines(faults)];
}

/** The last line. */
export function summary(app: string, version: string, results: readonly Result[]): string {
  const failed = results.filter(({ outcome }) => outcome === 'failed').map(({ check }) => check);
  const held = results.filter(({ outcome }) => outcome === 'held').length;
  const time = seconds(results.reduce((sum, { milliseconds }) => sum + milliseconds, 0));
  return failed.length
    ? `${app} ${version} may not go live: ${failed.join(', ')} failed, after ${time}.`
    : `${app} ${version} may go live: ${held} checks held, in ${time}.`;
}

const quickSummary = (app: string, version: string, results: readonly Result[]): string =>
  named(results, 'failed').length > 0
    ? summary(app, version, results)
    : `${app} ${version}: ${named(results, 'held').length} quick checks held. \`npm run verify ${app}\` runs all ${CHECKS.length}.`;

interface PassedGate {
  app: string;
  version: string;
  results: readonly Result[];
  skip: SkippedChecks | undefined;
  /** The quick checks alone, without a site or a browser. They tell early what fails; what they hold may not go live by that. */
  fast?: boolean | undefined;
  say(line: string): void;
}

/** Notes that a published release passed the gate: the console can promote it then. Whoever has no key only looks. */
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

interface PublishedRelease {
  place: string;
  app: string;
  version: string;
  skip: SkippedChecks | undefined;
  /** The quick checks alone, without a site or a browser. They tell early what fails; what they hold may not go live by that. */
  fast?: boolean | undefined;
  say(line: string): void;
}

/**
 * The gate before a published release goes to visitors: one that passed it once, or was live before, passes again at once.
 * @throws ReleaseError when there is no such release, GateError when a check failed
 */
export async function passGateOnce(release: PublishedRelease): Promise<Verification | undefined> {
  const { place, app, version, say } = release;
  const store = openWritableStore(place);
  const { metadata } = await candidate(store, app, version);
  const steps = await readHistory(store);
  const known = steps.filter((step) => step.app === app && step.version === version && step.action !== 'stop');
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
