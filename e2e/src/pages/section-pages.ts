import type { Page } from 'playwright-core';
import { alive, type Visit } from '../browser/browser';
import { oneBrowser, oneByOne, oneTab } from '../browser/one-tab';
import { main } from './sections';

export const CONTACT_FIELDS = ['name', 'email', 'phone', 'subject', 'message'];

/** Words that are the editors' to choose. */
export const any = expect.stringMatching(/\S{3}/);

/** A button leads to the enquiry modal; afterwards it is closed again. */
export async function expectModal(page: Page, name: string, nth = 0): Promise<void> {
  await main(page).locator('form[action="/contact"]').getByRole('button', { name }).nth(nth).click();
  const modal = page.getByRole('dialog', { name: "Got an Idea? Let's Make It Happen" });
  await modal.waitFor();
  await page.keyboard.press('Escape');
  await modal.waitFor({ state: 'detached' });
}

/** Ways to look at pages, in one browser for the file that calls this. */
export function sectionPages() {
  const browser = oneBrowser();
  const tab = oneTab(browser, { javaScriptEnabled: false });
  const nextVisit = oneByOne(browser);

  /** A page that answers to its visitor. */
  async function live(path: string): Promise<Visit> {
    const visitor = await nextVisit();
    await visitor.page.emulateMedia({ reducedMotion: 'reduce' });
    await visitor.page.goto(path);
    await alive(visitor.page);
    return visitor;
  }

  /** The page as it arrives: what is in it must not depend on scripts. */
  async function read(path: string, look: (page: Page, status: number | undefined) => Promise<void>): Promise<void> {
    const { page } = tab();
    const response = await page.goto(path);
    await look(page, response?.status());
  }

  return { tab, live, read };
}
