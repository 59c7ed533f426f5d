import type { Browser, Page } from 'playwright-core';
import { alive, launch, PHONE, visit } from '../src/browser';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Bytes that travelled for each kind of file, bodies only. */
async function weigh(page: Page, path: string): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {};
  const pending: Promise<void>[] = [];
  page.on('requestfinished', (request) => {
    pending.push(
      request.sizes().then(({ responseBodySize }) => {
        const kind = request.resourceType();
        sizes[kind] = (sizes[kind] ?? 0) + responseBodySize;
      }),
    );
  });
  await page.goto(path);
  await alive(page);
  await page.waitForLoadState('networkidle');
  await Promise.all(pending);
  return sizes;
}

test('the home page keeps to its budget before anyone touches it', async () => {
  const { page, close } = await visit(browser);
  const sizes = await weigh(page, '/');
  expect(sizes.script).toBeLessThanOrEqual(91_000);
  expect(sizes.stylesheet).toBeLessThanOrEqual(30_000);
  expect(sizes.document).toBeLessThanOrEqual(40_000);
  expect(sizes.image ?? 0).toBeLessThanOrEqual(600_000);
  expect(sizes.font ?? 0).toBeLessThanOrEqual(60_000);
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

/** Adds up how far the page shifts by itself from here on. @returns what tells the sum */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const shifts = { total: 0 };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
        if (!entry.hadRecentInput) shifts.total += entry.value;
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: { total: number } }).shifts.total);
}

const drawn = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));

const MOST_SHIFT = 0.02;

test.each(['/', '/product/hospitality-resorts', '/blog', '/courses/1'])(
  '%s does not shift while it loads and is scrolled',
  async (path) => {
    const { page, errors, close } = await visit(browser, { viewport: PHONE });
    const shifted = await watchShifts(page);
    await page.goto(path);
    await alive(page);
    const height = await page.evaluate(() => document.body.scrollHeight);
    for (let top = 0; top < height; top += 500) {
      await page.evaluate((y) => window.scrollTo({ top: y, behavior: 'instant' }), top);
      await drawn(page);
    }
    expect(await shifted()).toBeLessThan(MOST_SHIFT);
    expect(errors).toEqual([]);
    await close();
  },
);

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
