import type { Page } from 'playwright-core';

/** What a visitor finds on the page: to be read in the page itself. */
const readPage = () => ({
  headings: document.querySelectorAll('#slot h1').length,
  title: document.title,
});

/** Until nothing is left to be done, hydration that comes bit by bit included; at most two seconds. */
export const untilIdle = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        const options = { timeout: 1_000 };
        requestIdleCallback(() => requestIdleCallback(() => resolve(), options), options);
      }),
  );

const STILL_MS = 500;
const LONGEST_WAIT_MS = 3_000;

/**
 * Until the page has kept its height for half a second, at most three. Sections far below are laid out when the browser
 * has time, and who measures elements meanwhile finds one where another was.
 */
export const untilStill = (page: Page): Promise<void> =>
  page.evaluate(
    ([stillMs, longestMs]) =>
      new Promise((resolve) => {
        const began = performance.now();
        let height = -1;
        let since = began;
        const look = () => {
          const now = performance.now();
          const { scrollHeight } = document.documentElement;
          if (scrollHeight !== height) since = now;
          height = scrollHeight;
          if (now - since >= stillMs || now - began >= longestMs) resolve();
          else requestAnimationFrame(look);
        };
        look();
      }),
    [STILL_MS, LONGEST_WAIT_MS] as const,
  );

const overflowOf = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;

/** What is wrong with what a page shows, in few words each. @param widths in pixels, at which it is laid out */
export async function misshapenIn(page: Page, widths: readonly number[]): Promise<string[]> {
  const { headings, title } = await page.evaluate(readPage);
  const found: string[] = [];
  if (headings !== 1) found.push(`it has ${headings} h1 in the slot instead of one`);
  if (!title) found.push('it has no title');
  for (const width of widths) {
    const { height = 900, width: present } = page.viewportSize() ?? {};
    if (present !== width) await page.setViewportSize({ width, height });
    const overflow = await page.evaluate(overflowOf);
    if (overflow > 0) found.push(`it is ${overflow} px wider than a screen of ${width}`);
  }
  return found;
}
