import { BLANK } from '../browser/blank-remote';
import { countHeldResources, countIntervals, type HeldResources } from '../browser/leftovers';
import { openPage, untilMounted } from '../browser/open-page';
import { softPath, visitAndLeave } from '../browser/soft-visits';
import { type Check, type Fault, isRemote } from '../check';

const TIMES = 50;
/** What is loaded and remembered once is there after these. */
const WARM_UP = 5;

/** Growth over {@link TIMES} visits that is still the browser's own: less than one of a thing per visit. */
const ALLOWED: HeldResources = {
  nodes: TIMES - 1,
  listeners: TIMES - 1,
  timers: 0,
  styles: 0,
  heapBytes: 40_000 * TIMES,
};

const REMEDY: Record<keyof HeldResources, string> = {
  nodes: 'Remove in unmount what mount put into the document, and drop what refers to it.',
  listeners: 'Remove in unmount every listener on window, document and body.',
  timers: 'Clear in unmount every interval.',
  styles: 'Take the style sheet away in unmount, or add it once.',
  heapBytes: 'Look for what keeps growing: a cache without a bound, a subscription that is never ended.',
};

const inWords = (what: keyof HeldResources, count: number): string =>
  what === 'heapBytes' ? `${(count / 1e6).toFixed(1)} MB of heap` : `${count} ${what}`;

export const lifecycle: Check = {
  name: 'lifecycle',
  holds: `${TIMES} mounts and unmounts leave nothing behind`,
  inapplicable: ({ candidate }) => {
    if (!isRemote(candidate)) return 'the shell stays';
    return softPath(candidate.manifest) ? undefined : 'all of its pages are reached by page loads';
  },
  async run({ candidate, site }) {
    const { app } = candidate.manifest;
    const path = softPath(candidate.manifest) ?? '/';
    const { browser, composer } = await site();
    const { page, context, close } = await openPage(browser, composer.origin + BLANK.path, {
      width: 1440,
      scripts: true,
    });
    try {
      await page.addInitScript(countIntervals);
      await page.reload();
      await untilMounted(page, BLANK.app);
      const session = await context.newCDPSession(page);
      for (let visit = 0; visit < WARM_UP; visit += 1) await visitAndLeave(page, app, path);
      const before = await countHeldResources(page, session);
      for (let visit = 0; visit < TIMES; visit += 1) await visitAndLeave(page, app, path);
      const after = await countHeldResources(page, session);
      return (Object.keys(ALLOWED) as (keyof HeldResources)[])
        .filter((what) => after[what] - before[what] > ALLOWED[what])
        .map(
          (what): Fault => ({
            where: `unmount, ${TIMES} times from ${path}`,
            what: `${inWords(what, after[what] - before[what])} more than before.`,
            todo: REMEDY[what],
          }),
        );
    } finally {
      await close();
    }
  },
};
