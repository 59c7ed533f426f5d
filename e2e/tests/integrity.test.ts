import { sample } from '@wholepage/tooling/sample';
import type { Browser, Page } from 'playwright-core';
import { alive, launchAtRest, SITE, visit } from '../src/browser/browser';
import { eventually } from '../src/eventually';

let browser: Browser;
beforeAll(async () => {
  browser = await launchAtRest();
});
afterAll(() => browser.close());

/** Replaces the bytes of a released file, as an attacker with access to a cache on the way would. */
const tamper = (page: Page, file: RegExp, body: string) =>
  page.route(file, (route) =>
    route.fulfill({ contentType: file.source.includes('css') ? 'text/css' : 'text/javascript', body }),
  );
const heading = (page: Page, name: string) => page.locator('main').getByRole('heading', { level: 1, name }).waitFor();

/** Waits for an integrity error. Scripts and styles load after the first paint, on a busy machine some time later. */
const refused = (errors: readonly string[]) =>
  eventually('the browser says what it refused', 10_000, async () =>
    errors.some((error) => error.includes('integrity')),
  );

const SCRIPTS: [what: string, file: RegExp][] = [
  ['entry', /mf-blog\/.*entry\.js/],
  ['page', /mf-blog\/assets\/page-.*\.js/],
];

test.each(sample(SCRIPTS, ['entry']))(
  'a script in place of the %s is refused by the browser, and what the server made stays',
  async (_what, file) => {
    const { page, errors, close } = await visit(browser);
    await tamper(page, file, 'document.title = "taken over";');
    await page.goto('/blog');
    await heading(page, 'The Swatch Book');
    await refused(errors);
    await page.waitForLoadState('networkidle');
    expect(await page.title()).not.toBe('taken over');
    await close();
  },
);

test.each([
  ['of the page that is opened', '/blog'],
  ['of a page that is gone to', '/contact'],
])('styles %s that are not what was released are refused', async (_when, start) => {
  const { page, errors, close } = await visit(browser);
  await tamper(page, /mf-blog\/assets\/.*\.css/, 'body { outline: 7px solid red }');
  await page.goto(start);
  if (start !== '/blog') {
    await alive(page);
    await page.locator('header nav').getByRole('link', { name: 'Blog', exact: true }).click();
  }
  await heading(page, 'The Swatch Book');
  await refused(errors);
  await page.waitForLoadState('networkidle');
  expect(await page.evaluate(() => getComputedStyle(document.body).outlineWidth)).not.toBe('7px');
  await close();
});

test('every script and style of a visit has its integrity, and none is sent twice for it', async () => {
  const { page, errors, close } = await visit(browser);
  const notes: string[] = [];
  page.on('console', (message) => notes.push(message.text()));
  await page.goto('/contact');
  await alive(page);
  await page.locator('header nav').getByRole('link', { name: 'Blog', exact: true }).click();
  await heading(page, 'The Swatch Book');
  await page.waitForLoadState('networkidle');
  const unguarded = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLScriptElement | HTMLLinkElement>('script[src], link[rel=stylesheet]')]
      .filter(({ integrity }) => !integrity)
      .map(({ outerHTML }) => outerHTML),
  );
  expect(unguarded).toEqual([]);
  const sent = await page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap((entry) => {
      const { name, transferSize } = entry as PerformanceResourceTiming;
      return /\.(js|css)$/.test(name) && transferSize > 0 ? [name] : [];
    }),
  );
  expect(sent.filter((name, index) => sent.indexOf(name) !== index)).toEqual([]);
  expect([...errors, ...notes.filter((note) => /preload|integrity/.test(note))]).toEqual([]);
  await close();
});

test('pages without a checkout take no string as a script, and a visitor gets to every remote all the same', async () => {
  const { page, errors, close } = await visit(browser);
  const response = await page.goto('/');
  expect(response?.headers()['content-security-policy']).toMatch(
    /require-trusted-types-for 'script'; trusted-types .*webpack-mf-blog/,
  );
  await alive(page);
  const refused = await page.evaluate(() => {
    const script = document.createElement('script');
    try {
      script.src = 'https://evil.example/x.js';
      return false;
    } catch {
      return true;
    }
  });
  expect(refused).toBe(true);
  errors.length = 0;
  const main = page.locator('main');
  const nav = page.locator('header nav');
  await nav.getByRole('link', { name: 'Blog', exact: true }).click();
  await main.getByRole('heading', { level: 1, name: 'The Swatch Book' }).waitFor();
  // The test opens a fixed post, because other tests publish posts and take them back.
  await main.locator('a[href="/blog/the-last-day-of-a-uniform"]').first().click();
  await main.getByRole('heading', { level: 1 }).filter({ hasNotText: 'The Swatch Book' }).waitFor();
  await page.evaluate(() => history.back());
  await main.getByRole('heading', { level: 1, name: 'The Swatch Book' }).waitFor();
  await nav.getByRole('link', { name: 'Contact', exact: true }).click();
  await main.getByRole('heading', { level: 1, name: 'Contact Us' }).waitFor();
  await page.goto('/product');
  await alive(page);
  await main.locator('a[href^="/product/"]').first().click();
  await page.waitForURL(/\/product\/./);
  await main.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.locator('head script[type="application/ld+json"]').count()).toBeGreaterThan(0);
  expect(errors).toEqual([]);
  await close();
});

test("a page that lets the payment provider's script in does not hold it to our policies", async () => {
  const { headers } = await fetch(`${SITE}/courses/1`);
  expect(headers.get('content-security-policy')).not.toContain('trusted-types');
});
