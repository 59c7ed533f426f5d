import { sample } from '@wholepage/tooling/sample';
import { launchWithLightDrawings } from '../src/browser/browser';
import { oneBrowser } from '../src/browser/one-tab';
import { KINDS } from '../src/routes';
import type { Manner } from '../src/walk/step';
import { FreshPages } from '../src/walk/tab/fresh-pages';
import { findFault, walkBySeed } from '../src/walk/walk-by-seed';

const browser = oneBrowser(launchWithLightDrawings);
const fresh = new FreshPages(browser);

/** A walk starts at each kind of page and at a missing one; `npm test` takes one page of each remote and the missing one. */
const ENTRIES = sample([...KINDS, '/no-such-page'], ['/', '/product', '/blog', '/courses', '/no-such-page']);

/** Number of steps of all walks together. */
const STEPS = Number(process.env.WALK_STEPS || 20);
const EACH = Math.ceil(STEPS / ENTRIES.length);
/** Other seeds give other walks. */
const SEED = Number(process.env.WALK_SEED || 35);
/** CPU slowdown factor. On a slow machine visitors leave pages before their scripts have done their work. */
const SLOWDOWN = Number(process.env.WALK_SLOWDOWN || 1);
const STEP_LIMIT_MS = 10_000 * SLOWDOWN;
/** Time to find the shortest walk to a fault. */
const SEARCH_LIMIT_MS = 240_000;

const SIZES = [
  { width: 1280, height: 900 },
  { width: 390, height: 844 },
];

const mannerOf = (index: number): Manner => ({
  ...(SIZES[index % 2] ?? { width: 768, height: 1024 }),
  motion: index % 4 < 2 ? 'no-preference' : 'reduce',
  hidden: index % 5 === 4,
  slowdown: SLOWDOWN,
});

test.each(ENTRIES.map((entry, index) => ({ entry, index })))(
  `${EACH} steps from $entry, and each page is as if it had been opened`,
  async ({ entry, index }) => {
    const walk = { entry, manner: mannerOf(index), seed: SEED * 1000 + index, steps: EACH };
    expect(await findFault(await walkBySeed(browser(), fresh, walk), browser(), fresh)).toBeUndefined();
  },
  EACH * STEP_LIMIT_MS + SEARCH_LIMIT_MS,
);
