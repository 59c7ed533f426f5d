import type { CDPSession } from 'playwright-core';
import type { Fault } from '../../check';
import type { OpenedPage } from '../visits/opened-page';
import { countHeldResources, type HeldResources } from './leftovers';

/** What is loaded and remembered once is there after these. */
const WARM_UP = 4;

/** Growth that is still the browser's own: less than one of a thing in five visits. */
const allowed = (times: number): HeldResources => ({
  nodes: Math.floor(times / 5),
  listeners: Math.floor(times / 5),
  intervals: 0,
  loops: Math.floor(times / 5),
  styles: 0,
  heapBytes: 40_000 * times,
});

const REMEDY: Record<keyof HeldResources, string> = {
  nodes: 'Remove in unmount what mount put into the document, and drop what refers to it.',
  listeners: 'Remove in unmount every listener on window, document and body.',
  intervals: 'Clear in unmount every interval.',
  loops: 'Clear in unmount every timeout and animation frame.',
  styles: 'Take the style sheet away in unmount, or add it once.',
  heapBytes: 'Look for what keeps growing: a cache without a bound, a subscription that is never ended.',
};

const inWords = (what: keyof HeldResources, count: number): string =>
  what === 'heapBytes' ? `${(count / 1e6).toFixed(1)} MB of heap` : `${count} ${what}`;

/** A page whose timers are counted, see `watchTimers`. */
export interface CountedTab extends OpenedPage {
  session: CDPSession;
}

/** Something that leaves nothing behind, however often it is done. */
export interface Repeated {
  /** `unmount, 50 times from /guide` */
  where: string;
  times: number;
  /** Comes and goes. @throws Error when it does not come */
  visit(): Promise<void>;
}

async function growth({ page, session }: CountedTab, { where, times, visit }: Repeated): Promise<Fault[]> {
  const before = await countHeldResources(page, session);
  for (let count = 0; count < times; count += 1) await visit();
  const after = await countHeldResources(page, session);
  const limits = allowed(times);
  return (Object.keys(limits) as (keyof HeldResources)[])
    .filter((what) => after[what] - before[what] > limits[what])
    .map((what) => ({
      where,
      what: `${inWords(what, after[what] - before[what])} more than before.`,
      todo: REMEDY[what],
    }));
}

/** What is left once may be kept for good, as a chunk that is loaded late: what is left counts when it is left twice. */
export async function leftBehind(tab: CountedTab, repeated: Repeated): Promise<Fault[]> {
  for (let count = 0; count < WARM_UP; count += 1) await repeated.visit();
  const found = await growth(tab, repeated);
  return found.length ? growth(tab, repeated) : [];
}
