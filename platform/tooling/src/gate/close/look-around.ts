import type { Page } from 'playwright-core';

/** So many stops on the way down a page. */
const STOPS = 6;

/** To be run in the page. */
const scrollThrough = async (stops: number): Promise<void> => {
  const frame = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
  for (let stop = 1; stop <= stops; stop += 1) {
    scrollTo({ top: (document.documentElement.scrollHeight * stop) / stops, behavior: 'instant' });
    await frame();
  }
  scrollTo({ top: 0, behavior: 'instant' });
  await frame();
};

/** What every visitor does before the first press: the pointer crosses the page, a key is hit, and the page is scrolled. */
export async function lookAround(page: Page): Promise<void> {
  const { width = 0, height = 0 } = page.viewportSize() ?? {};
  await page.mouse.move(width / 2, height / 2);
  await page.keyboard.press('Shift');
  await page.evaluate(scrollThrough, STOPS);
  // Where it lies over nothing.
  await page.mouse.move(0, 0);
}
