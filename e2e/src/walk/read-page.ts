import type { Page } from 'playwright-core';

/** Hasty steps may start several page loads, one after another. */
const TRIES = 5;

/**
 * Evaluates a function in the page, and again in the next page when a page load interrupts it.
 * @param ask runs in the page, without access to the variables around it
 * @returns its result
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
