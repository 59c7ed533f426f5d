import { setTimeout as wait } from 'node:timers/promises';
import { FRAGMENT_ATTRIBUTES, FRAGMENT_ELEMENT, FRAGMENT_PLACED_EVENT } from '@wholepage/contracts/fragment';
import type { Page } from 'playwright-core';
import type { Check, Fault, GateContext } from '../check';
import { type CloselyOpenedPage, openClosely, patchedBeyond, readGlobals, runPageTime, SHORT_MS } from '../close-look';
import { LONGEST_LOAD_MS, softPaths, untilMounted, visitAndLeave } from '../page';
import { BLANK } from '../site';
import type { PlacedFragment } from './addresses';
import { layoutChanges, readLayout } from './layout';
import { expectedNames } from './left-behind';

const TIMES = 50;
/** Visits of each further route's page: a page that leaks does so every time. */
const TIMES_FURTHER = 10;

const MARKS_TODO = 'Leave to the page what is the page’s: style and place only what stands in the fragment.';

/** The fragments with a browser part, each as one live page places it. */
async function placedFragments(context: GateContext): Promise<PlacedFragment[]> {
  const { app, fragments } = context.candidate.manifest;
  const interactive = fragments.filter(({ js }) => js.length > 0);
  if (interactive.length === 0) return [];
  const { own, others } = await context.addresses();
  const placed = [...own, ...others].flatMap((page) => page.fragments);
  return interactive.flatMap(({ name }) => {
    const found = placed.find(({ of, state }) => of === `${app}/${name}` && state !== 'fallback');
    if (!found) context.note(`${app}/${name}: what it leaves behind is not known, for no live page shows it.`);
    return found ? [found] : [];
  });
}

export const lifecycle: Check = {
  name: 'lifecycle',
  holds: `${TIMES} mounts and unmounts of its pages and fragments leave nothing behind`,
  inapplicable: ({ candidate: { manifest } }) =>
    manifest.routes.some(({ document }) => !document) || manifest.fragments.some(({ js }) => js.length > 0)
      ? undefined
      : 'all of its pages are reached by page loads',
  async *run(context) {
    const { candidate, site, closeLooks } = context;
    const { app } = candidate.manifest;
    const placed = await placedFragments(context);
    for (const { path, lasting } of await closeLooks())
      for (const what of lasting)
        yield {
          where: `unmount, once from ${path}`,
          what: `On another remote's page ${what}.`,
          todo: 'End in unmount whatever mount began, on the shared page above all.',
        };
    const { browser, composer, pages, api } = await site();
    await using tab = await openClosely(browser, composer.origin + BLANK.path, api !== 'down');
    await untilMounted(tab, BLANK.app);
    const isExpected = await expectedNames(context);
    for (const [index, path] of softPaths(candidate.manifest, pages).entries()) {
      const times = index === 0 ? TIMES : TIMES_FURTHER;
      const visit = () => visitAndLeave(tab, app, path);
      yield* await leftBehind(tab, { where: `unmount, ${times} times from ${path}`, times, visit });
    }
    for (const fragment of placed) {
      const visit = () => placeAndRemove(tab.page, fragment);
      const where = `unmount, ${TIMES} times of ${fragment.of}`;
      const before = await readMarks(tab);
      yield* await leftBehind(tab, { where, times: TIMES, visit });
      for (const what of await marksLeft(before, tab, isExpected))
        yield { where, what: `On another remote's page ${what}.`, todo: MARKS_TODO };
    }
    yield* await begunLater(tab, app);
  },
};

/** Finds timeouts that the app's scripts start after it was left, such as a timer that renews itself. The page is spoilt then. */
export async function begunLater({ page }: CloselyOpenedPage, app: string): Promise<Fault[]> {
  await page.evaluate('window.__lasting.late = []');
  await runPageTime(page);
  const ofApp = (files: string) => window.__lasting.late?.filter((stack) => stack.includes(files)).length ?? 0;
  const begun = await page.evaluate(ofApp, `/_releases/${app}/`);
  const what = `${begun} timeouts were begun in the ten seconds after it.`;
  return begun > 1 ? [{ where: 'unmount', what, todo: HELD.loops.todo }] : [];
}

type Marks = Awaited<ReturnType<typeof readMarks>>;

const ASKED = { tokens: [], personal: [] };

export const readMarks = async (tab: CloselyOpenedPage) => ({
  layout: await readLayout(tab.page, ASKED),
  globals: await readGlobals(tab),
});

/** Compares the page to its earlier marks. @param isExpected permitted names on `window` @returns clauses on the changes */
export async function marksLeft(
  before: Marks,
  tab: CloselyOpenedPage,
  isExpected: (name: string) => boolean,
): Promise<string[]> {
  // Built-ins come first: with replaced ones nothing else can be read.
  const globals = await readGlobals(tab);
  const patched = patchedBeyond([before.globals], globals);
  const added = globals.names.filter((name) => !before.globals.names.includes(name) && !isExpected(name));
  const layout = layoutChanges(before.layout, await readLayout(tab.page, ASKED));
  return [
    ...patched.map((name) => `it has replaced or added ${name}`),
    ...added.map((name) => `it has left window.${name}`),
    ...layout.map((what) => `it has changed the layout: ${what}`),
  ];
}

type Placed = Pick<PlacedFragment, 'of' | 'props'>;

const NAMES = { ...FRAGMENT_ATTRIBUTES, element: FRAGMENT_ELEMENT, placed: FRAGMENT_PLACED_EVENT };

/** Adds a fragment and removes it. Runs in the page. @returns the fragment's last state */
const comeAndGo = async ([names, { of, props }, limitMs]: readonly [typeof NAMES, Placed, number]): Promise<string> => {
  const element = document.createElement(names.element);
  element.setAttribute(names.of, of);
  if (props) element.setAttribute(names.props, props);
  const idle = () => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 200 }));
  const settled = new Promise<string>((resolve) => {
    // An observer would keep the element in memory.
    const settle = (state: string) => {
      observer.disconnect();
      clearTimeout(timer);
      resolve(state);
    };
    const observer = new MutationObserver(() => {
      const state = element.getAttribute(names.state);
      if (state === 'ready' || state === 'fallback') settle(state);
    });
    observer.observe(element, { attributeFilter: [names.state] });
    const timer = setTimeout(() => settle('unknown'), limitMs);
  });
  document.querySelector('#slot')?.append(element);
  document.dispatchEvent(new Event(names.placed));
  const state = await settled;
  // Its HTML is there; its browser part is mounted when the browser is idle.
  for (let turn = 0; turn < 3; turn += 1) await idle();
  element.remove();
  await idle();
  return state;
};

/** Puts a fragment into the slot and takes it out: one mount, one unmount. @throws Error when it is not shown */
export async function placeAndRemove(page: Page, placed: Placed): Promise<void> {
  const state = await page.evaluate(comeAndGo, [NAMES, placed, LONGEST_LOAD_MS] as const);
  if (state !== 'ready') throw new Error(`${placed.of} was never shown: its state is ${state}`);
}

/** Visits before counting: they fill caches that are filled once. */
const WARM_UP = 4;

const oneInFive = (times: number): number => Math.floor(times / 5);

/** Counted resources: the growth in a number of visits that browsers cause themselves, and the advice for more. */
const HELD: Readonly<Record<keyof HeldResources, { allowed(times: number): number; todo: string }>> = {
  nodes: {
    allowed: oneInFive,
    todo: 'Remove in unmount what mount put into the document, and drop what refers to it.',
  },
  listeners: { allowed: oneInFive, todo: 'Remove in unmount every listener on window, document and body.' },
  intervals: { allowed: () => 0, todo: 'Clear in unmount every interval.' },
  loops: { allowed: oneInFive, todo: 'Clear in unmount every timeout and animation frame.' },
  styles: { allowed: () => 0, todo: 'Take the style sheet away in unmount, or add it once.' },
  heapBytes: {
    allowed: (times) => 40_000 * times,
    todo: 'Look for what keeps growing: a cache without a bound, a subscription that is never ended.',
  },
};

const inWords = (what: keyof HeldResources, count: number): string =>
  what === 'heapBytes' ? `${(count / 1e6).toFixed(1)} MB of heap` : `${count} ${what}`;

/** A visit that must leave nothing behind, however often it is repeated. */
interface Repeated {
  /** `unmount, 50 times from /guide` */
  where: string;
  times: number;
  /** Mounts and unmounts. @throws Error when nothing is mounted */
  visit(): Promise<void>;
}

async function growth(tab: CloselyOpenedPage, { where, times, visit }: Repeated): Promise<Fault[]> {
  const before = await countHeldResources(tab);
  for (let count = 0; count < times; count += 1) await visit();
  const after = await countHeldResources(tab);
  return (Object.keys(HELD) as (keyof HeldResources)[]).flatMap((what) => {
    const [more, { allowed, todo }] = [after[what] - before[what], HELD[what]];
    return more > allowed(times) ? [{ where, what: `${inWords(what, more)} more than before.`, todo }] : [];
  });
}

/** Finds growth over repeated visits. Growth must show twice: a chunk that is loaded late is kept for good, once. */
export async function leftBehind(tab: CloselyOpenedPage, repeated: Repeated): Promise<Fault[]> {
  for (let count = 0; count < WARM_UP; count += 1) await repeated.visit();
  const found = await growth(tab, repeated);
  return found.length ? growth(tab, repeated) : [];
}

type HeldResources = Awaited<ReturnType<typeof countHeldResources>>;

/** Counts what a page holds after garbage collection. Loops are timers and frames that ask for the next turn and never end. */
async function countHeldResources({ page, session }: CloselyOpenedPage) {
  // Short timeouts that do not renew themselves have ended by then.
  await wait(SHORT_MS + 50);
  await session.send('HeapProfiler.collectGarbage');
  await session.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  const { usedSize, backingStorageSize } = await session.send('Runtime.getHeapUsage');
  const counted = await page.evaluate(() => {
    const { intervals, short } = window.__lasting;
    const styles = document.styleSheets.length + document.adoptedStyleSheets.length;
    return { intervals: intervals.size, loops: short.size, styles };
  });
  return { nodes, listeners: jsEventListeners, heapBytes: usedSize + backingStorageSize, ...counted };
}
