import type { Page } from 'playwright-core';

/** The heading of the page in the slot. */
export const heading = (page: Page, name: RegExp | string) =>
  page.locator('main').getByRole('heading', { level: 1, name });

/** A mark on the window that only a page load removes. */
export const mark = (page: Page) => page.evaluate(() => Object.assign(window, { marked: true }));

export const marked = (page: Page) => page.evaluate(() => 'marked' in window);
