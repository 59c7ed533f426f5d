import type { Page } from 'playwright-core';

/** A visitor in haste may start several page loads, one after another. */
const TRIES = 5;

/**
 * Asks the page on show.
 * @param ask runs in the page; nothing of this file reaches it
 * @returns what the page says; while a page load is under way, what the page after it says
 */
export async function readPage<T>(page: Page, ask: () => T): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await page.evaluate(ask);
    } catch (error) {
      if (tries === TRIES || !/context was destroyed|currentEntry/.test(String(error))) throw error;
      await page.waitForLoadState('domcontentloaded');
    }
  }
}
