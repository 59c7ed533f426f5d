import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { DESKTOP, launchWithLightDrawingsAtRest, noteErrors, type Visit, visit } from './browser';

/** Opens one browser for the tests of a file; default: light drawings, no motion. @returns its getter, for use within tests */
export function oneBrowser(start = launchWithLightDrawingsAtRest): () => Browser {
  let browser: Browser;
  beforeAll(async () => {
    browser = await start();
  });
  afterAll(() => browser.close());
  return () => browser;
}

/**
 * Opens one tab for all tests of a file, where pages are only looked at. A visitor per test would cost a new renderer
 * and an empty cache, which is more than half of the work of showing a page. The tab closes with its browser.
 * @returns the tab's getter, for use within tests; each test starts without noted errors
 */
export function oneTab(browser: () => Browser, options: BrowserContextOptions = {}): () => Visit {
  let tab: Visit;
  beforeAll(async () => {
    tab = await visit(browser(), options);
  });
  beforeEach(() => {
    tab.errors.length = 0;
  });
  return () => tab;
}

/** A page without any of the site's scripts. */
const QUIET_PAGE = '/robots.txt';

/** Removes all traces of the last visitor from the tab, except cached files and history entries. */
async function clean(page: Page): Promise<void> {
  const context = page.context();
  page.removeAllListeners();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  for (const other of context.pages()) if (other !== page) await other.close();
  // The page belongs to the site: for another one the browser would start a new renderer.
  await page.goto(QUIET_PAGE);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await context.clearCookies();
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ reducedMotion: null, media: null, colorScheme: null, forcedColors: null });
}

/**
 * Visitors one after the other in one tab: each finds it clean, and the site's files in its cache. Tests that need a
 * first visit, a clock or an init script use {@link visit}.
 * @returns a function that opens the next visit, for use within tests; calling its `close` is optional
 */
export function oneByOne(browser: () => Browser): () => Promise<Visit> {
  const first = oneTab(browser);
  return async () => {
    const { page } = first();
    await clean(page);
    return { page, errors: noteErrors(page), close: async () => {} };
  };
}
