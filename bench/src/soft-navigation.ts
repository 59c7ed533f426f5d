import { setTimeout as sleep } from 'node:timers/promises';
import { findChrome, launchChrome } from '@wholepage/tooling/find-program';
import type { Locator, Page } from 'playwright-core';
import { type Line, median } from './line';
import { startSite } from './servers';

const SLOWER = 4;
const ROUNDS = 7;
/** How long a visitor stays on a page, how long the hand rests on a link before it presses, and how long it presses. */
const VISITOR_MS = { stay: 1_000, rest: 120, press: 80 };
/** Functions that are sent to a page name themselves by this, which the bundler of this program has and the page has not. */
const KEEP_NAMES = "Object.defineProperty(globalThis, '__name', { value: (named) => named });";
const GOAL_MS = { heading: 150, inp: 100 };

const PAGES = {
  blog: { link: 'Blog', heading: 'The Swatch Book', what: 'a page that then asks for its data (/blog)' },
  contact: { link: 'Contact', heading: 'Contact Us', what: 'a page that has all it shows (/contact)' },
} as const;

/** @returns milliseconds from the click, as the mouse reported it, to the frame that has the heading on the screen */
const timeToHeading = (page: Page, heading: string): Promise<number> =>
  page.evaluate(
    (text) =>
      new Promise<number>((resolve) => {
        let clicked = 0;
        document.addEventListener('click', ({ timeStamp }) => (clicked = timeStamp), { capture: true, once: true });
        const paints = new PerformanceObserver((list) => {
          const paint = list.getEntries().find((entry) => (entry as { identifier?: string }).identifier === text);
          if (!paint) return;
          paints.disconnect();
          resolve((paint as PerformanceEntry & { renderTime: number }).renderTime - clicked);
        });
        paints.observe({ type: 'element' });
        const mark = () => {
          const shown = document.querySelector('main h1');
          if (shown?.textContent !== text) return;
          insertions.disconnect();
          // Before its first paint: the browser tells when that is on the screen.
          shown.setAttribute('elementtiming', text);
        };
        const insertions = new MutationObserver(mark);
        insertions.observe(document.documentElement, { childList: true, subtree: true, characterData: true });
      }),
    heading,
  );

/** Goes by a link of the menu, waits until the page is there in full, and stays. */
async function follow(page: Page, { link, heading }: (typeof PAGES)[keyof typeof PAGES]): Promise<number> {
  const shown = timeToHeading(page, heading);
  const nav = page.getByRole('navigation', { name: 'Main' });
  await press(nav.getByRole('link', { name: link, exact: true }));
  const time = await shown;
  await page.waitForFunction(() => document.activeElement?.matches('main h1'));
  await sleep(VISITOR_MS.stay);
  return time;
}

/**
 * Presses where a link is, as a mouse does. Playwright's own click has scripts of its own look, in the page and between
 * pointer and click, whether the link is hit. The page would be charged for them.
 */
async function press(link: Locator): Promise<void> {
  const box = await link.boundingBox();
  if (!box) throw new Error('The link is not on the screen.');
  const { mouse } = link.page();
  await mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await sleep(VISITOR_MS.rest);
  await mouse.down();
  await sleep(VISITOR_MS.press);
  await mouse.up();
}

declare global {
  interface Window {
    /** Milliseconds from each touch to the next frame, left by the page that is measured. */
    interactions: number[];
  }
}

/** The longest time from a touch to the next frame, as the browser measured it. */
const longestInteraction = (page: Page): Promise<number> => page.evaluate(() => Math.max(0, ...window.interactions));

async function openContact(page: Page, site: string): Promise<void> {
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
}

/** From one remote to another whose code is here already, and back, on a processor four times slower. */
export async function measureSoftNavigation(): Promise<Line[]> {
  const { site, stop } = await startSite();
  const browser = await launchChrome({ executablePath: findChrome() });
  try {
    const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage();
    await openContact(page, site);
    await follow(page, PAGES.blog);
    await follow(page, PAGES.contact);
    const client = await page.context().newCDPSession(page);
    await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const times: Record<keyof typeof PAGES, number[]> = { blog: [], contact: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      times.blog.push(await follow(page, PAGES.blog));
      times.contact.push(await follow(page, PAGES.contact));
    }
    const slow = `at ${SLOWER}× slower`;
    const inp = await longestInteraction(page);
    return [
      ...(['blog', 'contact'] as const).map((name) => ({
        what: `click to the heading of a warm remote, ${slow}: ${PAGES[name].what}`,
        value: `${Math.round(median(times[name]))} ms (${times[name].map(Math.round).join(', ')})`,
        goal: `< ${GOAL_MS.heading} ms`,
        holds: median(times[name]) < GOAL_MS.heading,
      })),
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
