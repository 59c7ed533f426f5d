import type { Browser, BrowserContextOptions } from 'playwright-core';
import { launch, type Visit, visit } from './browser';

/** A browser for the tests of a file. @returns what gives it, for use within tests */
export function oneBrowser(): () => Browser {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => browser.close());
  return () => browser;
}

/**
 * One tab for all tests of a file, where pages are only looked at. A visitor of their own costs each test a new renderer
 * and an empty cache, which is more than half of the work of showing a page. It goes with its browser.
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
