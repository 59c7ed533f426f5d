import type { Page } from 'playwright-core';
import { alive, launchAtRest } from '../src/browser/browser';
import { oneBrowser, oneByOne } from '../src/browser/one-tab';

const nextVisit = oneByOne(oneBrowser(launchAtRest));

/** Where visitors and their screen readers learn that they are. */
const placeOf = (page: Page) =>
  page.evaluate(() => ({
    path: window.location.pathname,
    title: document.title,
    heading: document.querySelector('main h1')?.textContent,
    focus: document.activeElement?.tagName,
    announced: document.querySelector('body > p[aria-live]')?.textContent,
  }));

const LIMIT = { timeout: 60_000 };
/** The only script that a document names. */
const MAIN = /\/shell\/.*\/main\b[^/]*\.js$/;

/** Until the page of a title is shown and announced. */
const arrived = (page: Page, title: string) =>
  page.waitForFunction(
    (title) => document.title === title && document.querySelector('body > p[aria-live]')?.textContent === title,
    title,
    LIMIT,
  );

/** Until another page than that of a title is shown and announced. */
const left = (page: Page, title: string) =>
  page.waitForFunction(
    (title) => {
      const announced = document.querySelector('body > p[aria-live]')?.textContent;
      return announced && announced !== title && announced === document.title;
    },
    title,
    LIMIT,
  );

const settled = (page: Page) =>
  page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));

/** From the page that is opened to another of the same remote. */
const WAYS = [
  ['/product', '/product/hospitality-resorts'],
  ['/product/hospitality-resorts', '/product'],
  ['/blog', '/blog/the-last-day-of-a-uniform'],
  ['/courses', '/courses/1'],
  ['/design-studio', '/contact'],
  ['/ambience-and-harmony', '/contact'],
  ['/', '/about-us'],
] as const;

test.each(WAYS)(
  'back to %s, which was opened, from %s: its title, its place, its name said, and forward again',
  async (first, second) => {
    const { page, errors } = await nextVisit();
    await page.goto(first);
    await alive(page);
    const { title, heading } = await placeOf(page);
    await page.evaluate(() => window.scrollTo({ top: 700, behavior: 'instant' }));
    await settled(page);
    const place = await page.evaluate(() => window.scrollY);
    const link = page.locator(`a[href$="${second}"]`).first();
    await link.evaluate((element) => (element as HTMLElement).click());
    await page.waitForURL(`**${second}`);
    await left(page, title);
    const next = await page.title();
    for (const _ of ['once', 'twice']) {
      await page.goBack();
      await arrived(page, title);
      expect(await placeOf(page)).toEqual({ path: first, title, heading, focus: 'H1', announced: title });
      await page.waitForFunction((wanted) => Math.abs(window.scrollY - wanted) < 60, place, LIMIT);
      await page.goForward();
      await arrived(page, next);
      expect(await placeOf(page)).toMatchObject({ path: second, title: next, focus: 'H1', announced: next });
    }
    expect(errors).toEqual([]);
  },
);

test('back before any script runs: the menu names the page that is shown then', async () => {
  const { page, errors } = await nextVisit();
  await page.goto('/project');
  await alive(page);
  const title = await page.title();
  await page
    .locator('a[href$="/product/hospitality-resorts"]')
    .first()
    .evaluate((link) => (link as HTMLElement).click());
  await left(page, title);
  let letGo = (): void => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(MAIN, (route) => held.then(() => route.continue()));
  const asked = page.waitForRequest(MAIN);
  await page.reload({ waitUntil: 'commit' });
  await asked;
  await page.evaluate(() => window.history.back());
  await page.waitForURL('**/project', { waitUntil: 'commit' });
  letGo();
  await arrived(page, title);
  await page.locator('header nav a[href="/project"][aria-current]').waitFor({ state: 'attached' });
  const current = await page
    .locator('header nav a[aria-current]')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(current).toEqual(['/project']);
  expect(errors).toEqual([]);
});
