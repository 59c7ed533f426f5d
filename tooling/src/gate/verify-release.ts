import { packageDir } from '../paths';
import { UsageError } from '../run/command';
import { ensureChromium } from '../verify/chromium';
import { CHECKS } from './all-checks';
import { resultLines, summary } from './report';
import { type Result, runGate } from './run-gate';

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
  skip?: string | undefined;
  why?: string | undefined;
  say(line: string): void;
}

/** `--skip "sizes,licences" --why "…"`. @throws UsageError for a check that there is not, or without a reason */
export function skipped(
  skip: string | undefined,
  why: string | undefined,
): { checks: string[]; why: string } | undefined {
  if (skip === undefined) return undefined;
  const checks = skip.split(',').map((name) => name.trim());
  const names = CHECKS.map(({ name }) => name);
  const unknown = checks.filter((name) => !names.includes(name));
  if (unknown.length)
    throw new UsageError(`There is no check "${unknown.join('", "')}". Choose among ${names.join(', ')}.`);
  if (!why?.trim()) throw new UsageError('Say why a check is left out: --why "reason". It is kept in the history.');
  return { checks, why };
}

/** Runs the gate and says what came of each check. @throws Error in one sentence where there is no Chromium */
export async function verifyRelease({ place, app, version, built, skip, why, say }: VerifyOptions): Promise<Result[]> {
  const left = skipped(skip, why);
  ensureChromium();
  const results = await runGate({
    place,
    app,
    version,
    built,
    sources: built && packageDir(app),
    apiOrigin: process.env['API_ORIGIN'] || `http://127.0.0.1:${process.env['API_PORT'] || 3100}`,
    checks: CHECKS,
    ...(left && { skip: left }),
    onResult(result) {
      for (const line of resultLines(result)) say(line);
    },
  });
  say(summary(app, version, results));
  return results;
}

/** @throws GateError when a check failed */
export function requireHeld(app: string, version: string, results: readonly Result[]): void {
  const failed = results.filter(({ outcome }) => outcome === 'failed').map(({ check }) => check);
  if (failed.length === 0) return;
  throw new GateError(
    `${app} ${version} was not released: ${failed.join(', ')} failed. Mend it, or leave a check out and say why: -- --skip "${failed.join(',')}" --why "reason".`,
  );
}

/** For the history, behind the reason. */
export const skipNote = (skip: string | undefined): string => (skip ? ` [verify: ${skip} skipped]` : '');
