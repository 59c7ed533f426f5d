import type { Step, Walk } from './step';

/** Walks. @returns the problem at the end of the walk; undefined when there is none */
export type Try = (walk: Walk) => Promise<string | undefined>;

export interface Finding {
  walk: Walk;
  problem: string;
}

/** The kind of a problem: its lines without the found and wanted values. */
const kindOf = (problem: string): string => problem.replace(/:.*/gm, '').split('\n').sort().join();

const without = (steps: readonly Step[], from: number, count: number): Step[] => [
  ...steps.slice(0, from),
  ...steps.slice(from + count),
];

/**
 * Shortens a walk that ends in a fault: it enters later, then leaves out steps, as long as the same kind of fault remains.
 * @param addressBefore the address at which each step was taken
 * @param limit the most walks to try
 */
export async function shortest(
  found: Finding,
  addressBefore: readonly string[],
  attempt: Try,
  limit = 40,
): Promise<Finding> {
  let best = found;
  let tries = 0;
  const shorter = async (walk: Walk): Promise<boolean> => {
    if (tries >= limit) return false;
    tries += 1;
    const problem = await attempt(walk);
    // A fault of another kind would be another finding.
    const isSame = problem !== undefined && kindOf(problem) === kindOf(found.problem);
    if (isSame) best = { walk, problem };
    return isSame;
  };
  const { manner, steps } = found.walk;
  for (let count = 1; count < steps.length; count *= 2) {
    const from = steps.length - count;
    if (await shorter({ manner, entry: addressBefore[from] ?? found.walk.entry, steps: steps.slice(from) })) break;
  }
  for (let count = Math.ceil(best.walk.steps.length / 2); count >= 1; count = Math.floor(count / 2)) {
    for (let from = 0; from + count < best.walk.steps.length; ) {
      const { steps: now } = best.walk;
      // The last step stays: it shows the fault.
      if (!(await shorter({ ...best.walk, steps: without(now, from, count) }))) from += count;
    }
  }
  return best;
}
