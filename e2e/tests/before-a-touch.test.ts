import { sample } from '@wholepage/tooling/sample';
import type { Browser, Page } from 'playwright-core';
import { budgets } from 'site/site';
import { alive, launch, launchWholeAtRest, PHONE, SITE, visit } from '../src/browser/browser';
import { MOST_SHIFT, watchShifts } from '../src/browser/layout-shifts';
import { weigh } from '../src/browser/weigh';
import { KINDS } from '../src/routes';

/** Whatever a page needs: the first fonts, and the mono and ₹ where it has them. */
const MOST_FONTS = 60_000;
/** Scripts of a course's page with the headers of their answers. */
const MOST_OF_A_COURSE = 101_500;
/** Pages without an address or a list of their own; the others may have the code for it. */
const PLAIN = /^\/(about-us|product|design-studio|project|ambience-and-harmony|contact|thank-you)?$/;

const scriptBudget = (path: string): number =>
  budgets.scripts({ path: PLAIN.test(path) ? path : '/:slug', document: false, sitemap: [], js: [], css: [] });

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Listens from here on. @returns the priorities at which scripts are asked for */
async function notePriorities(page: Page): Promise<string[]> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  const priorities: string[] = [];
  client.on('Network.requestWillBeSent', ({ request, type }) => {
    if (type === 'Script' || /\/_releases\/.*\.js$/.test(request.url)) priorities.push(request.initialPriority);
  });
  return priorities;
}

/** How the picture is fetched that is the largest thing painted so far; undefined where that is text. */
const largestPicture = (page: Page): Promise<string | undefined> =>
  page.evaluate(
    () =>
      new Promise<string | undefined>((resolve) => {
        new PerformanceObserver((list) => {
          const { element } = list.getEntries().at(-1) as PerformanceEntry & { element: Element | null };
          resolve(element instanceof HTMLImageElement ? `${element.loading} ${element.fetchPriority}` : undefined);
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );

/** In every run: the first page of each remote, one with most to draw, and one with a payment. */
const OF_EACH_RUN = ['/', '/product/industrial-manufacturing', '/blog', '/courses/1'];

test.each(sample(KINDS, OF_EACH_RUN))(
  'before a touch %s keeps to its budgets, fetches its picture first and stands still',
  async (path) => {
    const { page, errors, close } = await visit(browser, { viewport: PHONE });
    const [priorities, shifted] = [await notePriorities(page), await watchShifts(page)];
    const sizes = await weigh(page, path);
    expect(sizes.script).toBeLessThanOrEqual(scriptBudget(path));
    if (path === '/courses/1') expect(sizes.scriptWithHeaders).toBeLessThanOrEqual(MOST_OF_A_COURSE);
    expect(sizes.stylesheet).toBeLessThanOrEqual(budgets.styles);
    expect(sizes.font).toBeLessThanOrEqual(MOST_FONTS);
    expect(priorities.length).toBeGreaterThan(4);
    expect(priorities.filter((priority) => /High/.test(priority))).toEqual([]);
    expect([undefined, 'eager high']).toContain(await largestPicture(page));
    expect(await shifted()).toBeLessThan(MOST_SHIFT);
    expect(errors).toEqual([]);
    await close();
  },
);

test('pages come back from the back/forward cache', async () => {
  const cached = await launchWholeAtRest();
  const page = await (await cached.newContext({ baseURL: SITE })).newPage();
  const reloaded: string[] = [];
  // Browsers keep no page that was not found.
  for (const path of sample(KINDS, OF_EACH_RUN)) {
    await page.goto(path);
    await alive(page);
    await page.evaluate(() => Object.assign(window, { kept: true }));
    await page.goto('/robots.txt');
    await page.goBack({ waitUntil: 'commit' });
    if (!(await page.evaluate(() => 'kept' in window))) reloaded.push(path);
  }
  await cached.close();
  expect(reloaded).toEqual([]);
});
