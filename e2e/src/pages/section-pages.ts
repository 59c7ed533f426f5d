import type { Page } from 'playwright-core';
import { alive, type Visit } from '../browser/browser';
import { oneBrowser, oneByOne, oneTab } from '../browser/one-tab';
import { main } from './sections';

export const CONTACT_FIELDS = ['name', 'email', 'phone', 'subject', 'message'];

/** Matches words that editors choose. */
export const any = expect.stringMatching(/\S{3}/);

/** Expects that a button opens the enquiry modal, and closes the modal. */
export async function expectModal(page: Page, name: string, nth = 0): Promise<void> {
  await main(page).locator('form[action="/contact"]').getByRole('button', { name }).nth(nth).click();
  const modal = page.getByRole('dialog', { name: "Got an Idea? Let's Make It Happen" });
  await modal.waitFor();
  await page.keyboard.press('Escape');
  await modal.waitFor({ state: 'detached' });
}

/** Opens one browser for the tests of a file. @returns ways to look at pages in it */
export function sectionPages() {
  const browser = oneBrowser();
  const tab = oneTab(browser, { javaScriptEnabled: false });
  const nextVisit = oneByOne(browser);

  /** Opens a page and waits until it responds to its visitor. */
  async function live(path: string): Promise<Visit> {
    const visitor = await nextVisit();
    await visitor.page.emulateMedia({ reducedMotion: 'reduce' });
    await visitor.page.goto(path);
    await alive(visitor.page);
    return visitor;
  }

  /** Opens a page without scripts, because its content must not depend on them. */
  async function read(path: string, look: (page: Page, status: number | undefined) => Promise<void>): Promise<void> {
    const { page } = tab();
    const response = await page.goto(path);
    await look(page, response?.status());
  }

  return { tab, live, read };
}
