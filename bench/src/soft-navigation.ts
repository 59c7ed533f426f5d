import { setTimeout as sleep } from 'node:timers/promises';
import { chromium, type Locator, type Page } from 'playwright-core';
import { findChrome } from 'tooling/find-chrome';
import { startSite } from './bench-site';
import { type Line, median } from './line';

const SLOWER = 4;
const ROUNDS = 7;
/** How long a hand rests on a link before it presses, and how long it presses. */
const HAND_MS = { rest: 120, press: 80 };
/** Functions that are sent to a page name themselves by this, which the bundler of this program has and the page has not. */
const KEEP_NAMES = "Object.defineProperty(globalThis, '__name', { value: (named) => named });";
const GOAL_MS = { heading: 150, inp: 100 };

/**
 * Goes by a link of the menu, and waits until the page is there in full.
 * @returns milliseconds from the click to the frame that shows the page's heading
 */
const follow = async (page: Page, link: string, heading: string): Promise<number> => {
  const shown = page.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        let clicked = 0;
        document.addEventListener('click', ({ timeStamp }) => (clicked = timeStamp), { capture: true, once: true });
        const look = () => {
          if (document.querySelector('main h1')?.textContent !== text) return;
          observer.disconnect();
          requestAnimationFrame(() => resolve(performance.now() - clicked));
        };
        const observer = new MutationObserver(look);
        observer.observe(document.documentElement, { childList: true, subtree: true, characterData: true });
      }),
    heading,
  );
  const nav = page.getByRole('navigation', { name: 'Main' });
  await press(nav.getByRole('link', { name: link, exact: true }));
  const time = await shown;
  await page.getByRole('progressbar', { name: 'Loading' }).waitFor({ state: 'detached' });
  // While a page fades in, its pictures lie over the links.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ effect }) => !(effect as KeyframeEffect | null)?.pseudoElement?.startsWith('::view-transition')),
  );
  return time;
};

/**
 * Presses where a link is, as a mouse does. Playwright's own click has scripts of its own look, in the page and between
 * pointer and click, whether the link is hit: the page would be charged for them.
 */
async function press(link: Locator): Promise<void> {
  const box = await link.boundingBox();
  if (!box) throw new Error('The link is not on the screen.');
  const { mouse } = link.page();
  await mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await sleep(HAND_MS.rest);
  await mouse.down();
  await sleep(HAND_MS.press);
  await mouse.up();
}

/** The longest time from a touch to the next frame, as the browser measured it. */
const longestInteraction = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { interactions } = window as unknown as { interactions: number[] };
    return Math.max(0, ...interactions);
  });

/** From one remote to another whose code is here already, on a processor four times slower. */
export async function measureSoftNavigation(): Promise<Line[]> {
  const { site, stop } = await startSite();
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
  const browser = await chromium.launch({ executablePath: findChrome(), args: ['--disable-gpu', ...sandbox] });
  try {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
    await page.addInitScript(KEEP_NAMES);
    await page.addInitScript(() => {
      const interactions: number[] = [];
      Object.assign(window, { interactions });
      new PerformanceObserver((list) => {
        const events = list.getEntries() as PerformanceEventTiming[];
        interactions.push(...events.filter(({ interactionId }) => interactionId > 0).map(({ duration }) => duration));
      }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    });
    await page.goto(`${site}/contact`, { waitUntil: 'networkidle' });
    const there = () => follow(page, 'Blog', 'The Swatch Book');
    const back = () => follow(page, 'Contact', 'Contact Us');
    await there();
    await back();
    const client = await page.context().newCDPSession(page);
    await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      times.push(await there());
      await back();
    }
    const [heading, inp] = [median(times), await longestInteraction(page)];
    const slow = `at ${SLOWER}× slower`;
    return [
      {
        what: `click to the heading of a warm remote, ${slow}`,
        value: `${Math.round(heading)} ms (${times.map(Math.round).join(', ')})`,
        goal: `< ${GOAL_MS.heading} ms`,
        holds: heading < GOAL_MS.heading,
      },
      {
        what: `INP of these clicks, the longest, ${slow}`,
        value: `${Math.round(inp)} ms`,
        goal: `< ${GOAL_MS.inp} ms`,
        holds: inp < GOAL_MS.inp,
      },
    ];
  } finally {
    await browser.close();
    await stop();
  }
}
