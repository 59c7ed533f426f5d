import type { Check, Fault, GateContext } from './check';
import type { SkippedChecks } from './skipped-checks';

export type Outcome = 'held' | 'failed' | 'skipped' | 'inapplicable';

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
export async function runCheck(check: Check, context: GateContext, skip: SkippedChecks | undefined): Promise<Result> {
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
