import { sample } from '@wholepage/tooling/sample';
import type { Browser, Page } from 'playwright-core';
import { budgets } from 'site/site';
import { alive, launch, launchWholeAtRest, PHONE, SITE, visit } from '../src/browser/browser';
import { MOST_SHIFT, watchShifts } from '../src/browser/layout-shifts';
import { weigh } from '../src/browser/weigh';
import { KINDS } from '../src/routes';

/** Most bytes of a page's fonts: the first fonts, with the mono and ₹ where the page has them. */
const MOST_FONTS = 60_000;
/** Most bytes of the scripts on a course's page, with their response headers. */
const MOST_OF_A_COURSE = 101_500;
/** Pages with the smaller budget: they read neither a path parameter nor a query, and have no checkout. */
const PLAIN = /^\/(about-us|product|design-studio|project|ambience-and-harmony|contact|thank-you)?$/;

const scriptBudget = (path: string): number =>
  budgets.scripts({ path: PLAIN.test(path) ? path : '/:slug', document: false, sitemap: [], js: [], css: [] });

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

/** Collects the priorities of script requests from now on. @returns the list that grows with them */
async function notePriorities(page: Page): Promise<string[]> {
  const client = await page.context().newCDPSession(page);
  await client.send('Network.enable');
  const priorities: string[] = [];
  client.on('Network.requestWillBeSent', ({ request, type }) => {
    if (type === 'Script' || /\/_releases\/.*\.js$/.test(request.url)) priorities.push(request.initialPriority);
  });
  return priorities;
}

/** Returns `loading` and `fetchPriority` of the picture that is the largest contentful paint; undefined when that is text. */
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

/** Pages of every run: one of each remote, among them one with most to paint and one with a payment. */
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
  // All these pages exist: browsers do not cache pages with status 404.
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
