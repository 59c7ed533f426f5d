import { UsageError } from '../run/command';
import { CHECKS } from './all-checks';

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
