import type { Step, Walk } from './step';

/** @returns what is wrong at the end of a walk, if anything is */
export type Try = (walk: Walk) => Promise<string | undefined>;

export interface Finding {
  walk: Walk;
  problem: string;
}

/** What is wrong, without what was found in its place. */
const kindOf = (problem: string): string => problem.replace(/:.*/gm, '').split('\n').sort().join();

const without = (steps: readonly Step[], from: number, count: number): Step[] => [
  ...steps.slice(0, from),
  ...steps.slice(from + count),
];

/**
 * Makes a walk that ends in a fault shorter: by entering later, then by leaving out steps, for as long as a fault remains.
 * @param addressBefore the address at which each step was taken
 * @param limit how many walks may be tried
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
    // Another fault would be another finding.
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
      // The last step is the one that shows the fault.
      if (!(await shorter({ ...best.walk, steps: without(now, from, count) }))) from += count;
    }
  }
  return best;
}
