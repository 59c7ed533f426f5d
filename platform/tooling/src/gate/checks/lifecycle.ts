import type { CDPSession } from 'playwright-core';
import { BLANK } from '../browser/blank-remote';
import { countHeldResources, type HeldResources } from '../browser/leftovers';
import { untilMounted } from '../browser/mounts';
import { openPage } from '../browser/open-page';
import type { OpenedPage } from '../browser/opened-page';
import { hasSoftPages, softPaths, visitAndLeave } from '../browser/soft-visits';
import { watchTimers } from '../browser/timers';
import { type Check, type Fault, isRemote } from '../check';

const TIMES = 50;
/** So often a page of each further route: what a page leaves behind, it leaves every time. */
const TIMES_FURTHER = 10;
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

interface Tab extends OpenedPage {
  session: CDPSession;
}

/** What so many visits of a page leave behind, beyond what is allowed. */
async function leftBy(tab: Tab, app: string, path: string, times: number): Promise<Fault[]> {
  const before = await countHeldResources(tab.page, tab.session);
  for (let visit = 0; visit < times; visit += 1) await visitAndLeave(tab, app, path);
  const after = await countHeldResources(tab.page, tab.session);
  const limits = allowed(times);
  return (Object.keys(limits) as (keyof HeldResources)[])
    .filter((what) => after[what] - before[what] > limits[what])
    .map((what) => ({
      where: `unmount, ${times} times from ${path}`,
      what: `${inWords(what, after[what] - before[what])} more than before.`,
      todo: REMEDY[what],
    }));
}

/** What is left once may be kept for good, as a chunk that is loaded late: what is left counts when it is left twice. */
async function faultsOf(tab: Tab, app: string, path: string, times: number): Promise<Fault[]> {
  for (let visit = 0; visit < WARM_UP; visit += 1) await visitAndLeave(tab, app, path);
  const found = await leftBy(tab, app, path, times);
  return found.length ? leftBy(tab, app, path, times) : [];
}

export const lifecycle: Check = {
  name: 'lifecycle',
  holds: `${TIMES} mounts and unmounts leave nothing behind`,
  inapplicable: ({ candidate }) => {
    if (!isRemote(candidate)) return 'the shell stays';
    return hasSoftPages(candidate.manifest) ? undefined : 'all of its pages are reached by page loads';
  },
  async run({ candidate, site, closeLooks }) {
    const { app } = candidate.manifest;
    const left = (await closeLooks()).flatMap(({ path, lasting }) =>
      lasting.map(
        (what): Fault => ({
          where: `unmount, once from ${path}`,
          what: `On another remote's page ${what}.`,
          todo: 'End in unmount whatever mount began, on the shared page above all.',
        }),
      ),
    );
    const { browser, composer, pages } = await site();
    const opened = await openPage(browser, composer.origin + BLANK.path, { width: 1440, scripts: true });
    try {
      await watchTimers(opened.page);
      await opened.page.reload();
      await untilMounted(opened, BLANK.app);
      const tab = { ...opened, session: await opened.context.newCDPSession(opened.page) };
      const faults = [...left];
      for (const [index, path] of softPaths(candidate.manifest, pages).entries())
        faults.push(...(await faultsOf(tab, app, path, index === 0 ? TIMES : TIMES_FURTHER)));
      return faults;
    } finally {
      await opened.close();
    }
  },
};
