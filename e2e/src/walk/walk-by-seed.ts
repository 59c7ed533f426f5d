import type { Browser } from 'playwright-core';
import { choose } from './choose';
import { NotThereError } from './perform';
import { Random } from './random';
import { shortest } from './shortest';
import { type Manner, type Step, sayWalk, type Walk } from './step';
import type { FreshPages } from './tab/fresh-pages';
import { Walker, WalkFault } from './walker';

interface Plan {
  entry: string;
  manner: Manner;
  seed: number;
  /** How many. */
  steps: number;
}

/** A walk as far as it came, and what was wrong there, if anything was. */
export interface Walked {
  walk: Walk;
  /** The address at which each step was taken. */
  addresses: string[];
  problem: string | undefined;
}

const addressOf = (url: string): string => new URL(url).pathname + new URL(url).search;

const problemOf = (error: unknown): string => {
  if (error instanceof WalkFault) return error.message;
  throw error;
};

/** After a step in haste, only steps that need nothing of the page. */
async function draw(walker: Walker, random: Random): Promise<Step> {
  for (;;) {
    const step = await choose(walker.page, random, walker.first);
    if (!walker.isHurried || step.do === 'link' || step.do === 'back' || step.do === 'forward') return step;
  }
}

/** Walks as the seed says, until something is wrong or the steps are taken. */
export async function walkBySeed(browser: Browser, fresh: FreshPages, plan: Plan): Promise<Walked> {
  const { entry, manner, seed } = plan;
  const random = new Random(seed);
  const steps: Step[] = [];
  const addresses: string[] = [];
  let walker: Walker | undefined;
  try {
    walker = await Walker.open(browser, fresh, { manner, entry });
    while (steps.length < plan.steps) {
      const step = await draw(walker, random);
      addresses.push(addressOf(walker.page.url()));
      steps.push(step);
      try {
        await walker.take(step);
      } catch (error) {
        // A page that is on its way may take away what a step in haste was for.
        if (!(error instanceof NotThereError)) throw error;
        steps.pop();
        addresses.pop();
      }
    }
    await walker.rest();
    return { walk: { manner, entry, steps }, addresses, problem: undefined };
  } catch (error) {
    return { walk: { manner, entry, steps }, addresses, problem: problemOf(error) };
  } finally {
    await walker?.close();
  }
}

/** @returns what is wrong at the end of a walk that is walked again */
async function walkAgain(browser: Browser, fresh: FreshPages, walk: Walk): Promise<string | undefined> {
  let walker: Walker | undefined;
  try {
    walker = await Walker.open(browser, fresh, walk);
    for (const step of walk.steps) await walker.take(step);
    await walker.rest();
    return undefined;
  } catch (error) {
    if (error instanceof NotThereError) return undefined;
    return problemOf(error);
  } finally {
    await walker?.close();
  }
}

/** @returns the shortest way that was found to what is wrong, in words; nothing when all is well */
export async function findFault(
  { walk, addresses, problem }: Walked,
  browser: Browser,
  fresh: FreshPages,
): Promise<string | undefined> {
  if (!problem) return undefined;
  process.stderr.write(`Searching for the shortest way to this:\n${sayWalk(walk)}\n→ ${problem}\n`);
  const found = await shortest({ walk, problem }, addresses, (shorter) => walkAgain(browser, fresh, shorter));
  return `${sayWalk(found.walk)}\n→ ${found.problem}`;
}
