import type { Browser, Page } from 'playwright-core';
import { alive, launch, visit } from '../src/browser/browser';
import { MOST_SHIFT, watchShifts } from '../src/browser/layout-shifts';
import { weigh } from '../src/browser/weigh';
import { KINDS } from '../src/routes';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

test('the home page and its pictures keep to their budgets before anyone touches it', async () => {
  const { page, close } = await visit(browser);
  const sizes = await weigh(page, '/');
  expect(sizes.document).toBeLessThanOrEqual(40_000);
  expect(sizes.image ?? 0).toBeLessThanOrEqual(600_000);
  await close();
});

test.each(['/product/industrial-manufacturing', '/blog', '/courses'])(
  '%s brings 60 kB of fonts at most, also while words stand in the place of its pictures',
  async (path) => {
    const { page, close } = await visit(browser);
    await page.route(/\.(svg|webp|avif|jpe?g|png)$/, (route) => route.abort());
    expect((await weigh(page, path)).font ?? 0).toBeLessThanOrEqual(60_000);
    await close();
  },
);

const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

/** Largest sum that counts as no shift, because Chromium adds up fractions. */
const NOTHING = 0.0005;

test.each([390, 768, 1366])('no page shifts while it is scrolled down and up at %i px', async (width) => {
  const { page, errors, close } = await visit(browser, { viewport: { width, height: width < 500 ? 844 : 768 } });
  const shifted = await watchShifts(page);
  const shifting: [string, number][] = [];
  for (const path of KINDS) {
    await page.goto(path);
    await alive(page);
    const before = await shifted();
    const height = await page.evaluate(() => document.body.scrollHeight);
    for (const direction of [1, -1])
      for (let moved = 0; moved < height; moved += 700) {
        await page.mouse.wheel(0, direction * 700);
        await drawn(page);
      }
    const sum = (await shifted()) - before;
    if (sum > NOTHING) shifting.push([path, sum]);
  }
  expect(shifting).toEqual([]);
  expect(errors).toEqual([]);
  await close();
});

test.each([390, 768, 1440])('nothing moves at %i px when the typefaces come late', async (width) => {
  const { page, close } = await visit(browser, { viewport: { width, height: 900 } });
  const shifted = await watchShifts(page);
  await page.route('**/*.woff2', (route) => setTimeout(() => route.continue(), 800));
  for (const path of ['/', '/about-us', '/blog', '/courses', '/contact']) {
    await page.goto(path);
    await page.evaluate(() => document.fonts.ready);
    await drawn(page);
    expect([path, (await shifted()) < MOST_SHIFT]).toEqual([path, true]);
  }
  await close();
});
