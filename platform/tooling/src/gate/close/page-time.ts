import type { Page } from 'playwright-core';

/** Page time that is run fast, in milliseconds: what waits for a quiet moment has come by then. */
export const PAGE_TIME_MS = 10_000;
/** Real time after which a page that asks for ever more work is left as it is. */
const GIVE_UP_MS = 6_000;
/** So many tasks in a row may pass before the page's clock goes on in spite of them. */
const TASKS_BEFORE_TIME = 500;

/**
 * Lets {@link PAGE_TIME_MS} pass on the page's own clock, as fast as its timers run: no built-in of the page is replaced for it.
 * The clock stands still afterwards, so a page is of no use for anything but reading.
 */
export async function runPageTime(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const over = new Promise<void>((resolve) => session.once('Emulation.virtualTimeBudgetExpired', () => resolve()));
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, GIVE_UP_MS);
  });
  await session.send('Emulation.setVirtualTimePolicy', {
    policy: 'pauseIfNetworkFetchesPending',
    budget: PAGE_TIME_MS,
    maxVirtualTimeTaskStarvationCount: TASKS_BEFORE_TIME,
  });
  await Promise.race([over, late]);
  clearTimeout(timer);
}
