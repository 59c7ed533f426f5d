import type { Verification } from '@wholepage/releases/registry/verification';
import { packageDir } from '../paths';
import { ensureChromium } from '../verify/chromium';
import { CHECKS } from './all-checks';
import { resultLines, summary } from './report';
import type { Result } from './run-check';
import { runGate } from './run-gate';
import type { SkippedChecks } from './skipped-checks';

/** A release did not hold. The message names the checks. */
export class GateError extends Error {
  override name = 'GateError';
}

interface VerifyOptions {
  place: string;
  app: string;
  version: string;
  /** Folder of the build, when the release was built from this workspace just now. */
  built?: string | undefined;
  skip: SkippedChecks | undefined;
  say(line: string): void;
}

/** Runs the gate and says what came of each check. @throws Error in one sentence where there is no Chromium */
export async function verifyRelease({ place, app, version, built, skip, say }: VerifyOptions): Promise<Result[]> {
  ensureChromium();
  const results = await runGate({
    place,
    app,
    version,
    built,
    sources: built && packageDir(app),
    apiOrigin: process.env['API_ORIGIN'] || `http://127.0.0.1:${process.env['API_PORT'] || 3100}`,
    checks: CHECKS,
    skip,
    onNote: (text) => say(`  ! ${text}`),
    onResult(result) {
      for (const line of resultLines(result)) say(line);
    },
  });
  say(summary(app, version, results));
  return results;
}

const named = (results: readonly Result[], outcome: Result['outcome']): string[] =>
  results.filter((result) => result.outcome === outcome).map(({ check }) => check);

/** What the history keeps of a gate that was passed. */
export const verificationOf = (results: readonly Result[], skip: SkippedChecks | undefined): Verification => ({
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
