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
  /** Number of steps. */
  steps: number;
}

/** A walk up to its end or its first problem. */
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

/** Draws the next step. A hasty step is followed only by links and moves through the history, which need no settled page. */
async function draw(walker: Walker, random: Random): Promise<Step> {
  for (;;) {
    const step = await choose(walker.page, random, walker.first);
    if (!walker.isHurried || step.do === 'link' || step.do === 'back' || step.do === 'forward') return step;
  }
}

/** Walks by the seed until a problem appears or all steps are taken. */
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
        // A page load under way may take away the target of a step.
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

/** Repeats a walk. @returns the problem at its end; undefined when there is none, or when a step's target is missing */
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

/** Searches for the shortest walk to a problem. @returns that walk and problem in words; undefined when there is no problem */
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
