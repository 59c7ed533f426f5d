import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { DESKTOP, launchWithLightDrawingsAtRest, noteErrors, type Visit, visit } from './browser';

/** A browser for the tests of a file: the headless shell with light drawings, or another. @returns what gives it, for use within tests */
export function oneBrowser(start = launchWithLightDrawingsAtRest): () => Browser {
  let browser: Browser;
  beforeAll(async () => {
    browser = await start();
  });
  afterAll(() => browser.close());
  return () => browser;
}

/**
 * One tab for all tests of a file, where pages are only looked at. A visitor of their own costs each test a new renderer
 * and an empty cache. That is more than half of the work of showing a page. It goes with its browser.
 * @returns what gives the tab, with no error noted yet, for use within tests
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

/** Where nothing of the site runs. */
const QUIET_PAGE = '/robots.txt';

/** Leaves nothing in the tab of who was there, but files in the browser's cache and what lies behind in its history. */
async function clean(page: Page): Promise<void> {
  const context = page.context();
  page.removeAllListeners();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
  for (const other of context.pages()) if (other !== page) await other.close();
  // Within the site, or the browser would start another renderer.
  await page.goto(QUIET_PAGE);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await context.clearCookies();
  await page.setViewportSize(DESKTOP);
  await page.emulateMedia({ reducedMotion: null, media: null });
}

/**
 * Visitors who come one after the other in one tab: each finds it clean, and the site's files in its cache. Who needs a
 * first visit, a clock or a script of their own takes {@link visit}.
 * @returns what opens the next visit, for use within tests; its `close` may be left out
 */
export function oneByOne(browser: () => Browser): () => Promise<Visit> {
  const first = oneTab(browser);
  return async () => {
    const { page } = first();
    await clean(page);
    return { page, errors: noteErrors(page), close: async () => {} };
  };
}
