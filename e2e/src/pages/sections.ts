import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { alive, type Visit, visit } from '../browser/browser';

/** The page's `main`. */
export const main = (page: Page): Locator => page.locator('main');

/** First- and second-level headings in order. A carousel's slides have one each. */
export const headings = async (page: Page): Promise<string[]> =>
  (await main(page).locator('h1, h2').allTextContents()).map((text) => text.replace(/\s+/g, ' ').trim());

/** The section that is named by its heading. */
export const section = (page: Page, heading: string | RegExp): Locator =>
  main(page).getByRole('region', typeof heading === 'string' ? { name: heading, exact: true } : { name: heading });

/** Titles of the steps in a section, each in a paragraph before its text. */
export const steps = (place: Locator): Promise<(string | undefined)[]> =>
  place
    .locator('ol > li')
    .evaluateAll((items) => items.map((item) => item.querySelector('p')?.textContent ?? undefined));

export const hrefs = (place: Locator): Promise<(string | null)[]> =>
  place.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')));

/** Titles of tiles: headings of the given level. */
export const tiles = (place: Locator, level: 3 | 4): Promise<string[]> =>
  place.getByRole('heading', { level }).allTextContents();

/** Names of the visible text fields in a section's form. */
export const fields = (place: Locator): Promise<string[]> =>
  place
    .locator('form[method="post"]')
    .getByRole('textbox')
    .evaluateAll((all) => all.map((field) => field.getAttribute('name') ?? ''));

/** Counts the slides of a carousel that are wholly in view and not inert, with the gaps between them in CSS pixels. */
export const slidesInView = (carousel: Locator): Promise<{ slides: number; gaps: number[] }> =>
  carousel.evaluate((element) => {
    const viewport = element.querySelector('[data-viewport]')?.getBoundingClientRect() ?? new DOMRect();
    const boxes = [...element.querySelectorAll('[aria-roledescription="slide"]:not([inert])')]
      .map((slide) => slide.getBoundingClientRect())
      .filter(({ left, right }) => left > viewport.left - 1 && right < viewport.right + 1)
      .sort((a, b) => a.left - b.left);
    const gaps = boxes.slice(1).map(({ left }, index) => Math.round(left - (boxes[index]?.right ?? 0)));
    return { slides: boxes.length, gaps };
  });

/** Opens a page and waits until it responds to its visitor. */
export async function live(browser: Browser, path: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const visitor = await visit(browser, options);
  await visitor.page.goto(path);
  await alive(visitor.page);
  return visitor;
}
