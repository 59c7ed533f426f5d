import { sample } from '@wholepage/tooling/sample';
import type { Browser, Page } from 'playwright-core';
import { launchAtRest } from '../src/browser/browser';
import { type OwnComposer, startOwnComposer } from '../src/servers/own-composer';
import { startStockHost } from '../src/servers/stock-host';
import { formOf, ONLINE, payButton } from '../src/visitor/enrolment';

/** Functions that `fixtures/stock-host.js` adds to the window. */
type HostWindow = Window & {
  show(site: string, app: string, path: string): Promise<void>;
  hide(): Promise<void>;
};

/** Most bytes of the scripts that the blog's `./embed` fetches beside those of the host. */
const MOST_SCRIPT_BYTES = 45_000;

let host: Awaited<ReturnType<typeof startStockHost>>;
let site: OwnComposer;
let browser: Browser;
let page: Page;
let faults: string[];
let scriptBytes: number;

beforeAll(async () => {
  host = await startStockHost();
  [site, browser] = await Promise.all([startOwnComposer({ FEDERATION_ORIGINS: host.origin }), launchAtRest()]);
});
afterAll(async () => {
  await Promise.all([browser.close(), site.stop(), host.close()]);
});
beforeEach(async () => {
  page = await browser.newPage();
  faults = [];
  scriptBytes = 0;
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  page.on('requestfinished', async (request) => {
    if (!request.url().startsWith(site.origin) || !request.url().endsWith('.js')) return;
    // Requests of a closed page have no sizes.
    const sizes = await request.sizes().catch(() => undefined);
    scriptBytes += sizes?.responseBodySize ?? 0;
  });
  await page.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }));
  await page.goto(host.origin);
});
afterEach(() => page.close());

const show = (app: string, path: string) =>
  page.evaluate(([origin, name, at]) => (window as unknown as HostWindow).show(origin, name, at), [
    site.origin,
    app,
    path,
  ] as const);

const ownLook = () =>
  page.evaluate(() => {
    const look = getComputedStyle(document.querySelector('#own') as Element);
    return [look.color, look.fontFamily, look.fontSize, getComputedStyle(document.body).backgroundColor];
  });

const REMOTES: [app: string, path: string][] = [
  ['mf-blog', '/blog'],
  ['mf-courses', '/courses'],
  ['mf-products', '/product'],
  ['mf-marketing', '/'],
];

test.each(sample(REMOTES, ['mf-blog', 'mf-courses']))(
  '%s stands in a page of another origin, and neither changes the other',
  async (app, path) => {
    const before = await ownLook();
    await show(app, path);
    const heading = page.locator('#remote h1').first();
    await heading.waitFor();
    const look = await heading.evaluate((element) => {
      const { fontFamily, fontSize } = getComputedStyle(element);
      return { fontFamily, size: Number.parseFloat(fontSize) };
    });
    expect(look.fontFamily).toContain('Fraunces');
    // The site's smallest page headings are 34 px, whatever the host's `rem` is.
    expect(look.size).toBeGreaterThan(30);
    await page.waitForFunction(() =>
      [...document.fonts].some(({ family, status }) => /Fraunces/.test(family) && status === 'loaded'),
    );
    expect(await ownLook()).toEqual(before);
    await page.waitForLoadState('networkidle');
    expect(faults).toEqual([]);
    await page.evaluate(() => (window as unknown as HostWindow).hide());
    expect(
      await page.evaluate(() => [document.querySelector('#remote')?.childNodes.length, document.fonts.size]),
    ).toEqual([0, 0]);
  },
);

test('the blog costs a stock host at most 45 kB of script beside its React', async () => {
  await show('mf-blog', '/blog');
  await page.locator('#remote article a').first().waitFor();
  await page.waitForLoadState('networkidle');
  console.log(`./embed of mf-blog: ${scriptBytes} bytes of script`);
  expect(scriptBytes).toBeGreaterThan(10_000);
  expect(scriptBytes).toBeLessThanOrEqual(MOST_SCRIPT_BYTES);
});

test('links to its own pages are followed within it, others lead to the site', async () => {
  await show('mf-blog', '/blog');
  // The selector needs `article`: the feed's link is there before the posts.
  const post = page.locator('#remote article a').first();
  await post.waitFor();
  expect(await post.getAttribute('href')).toMatch(new RegExp(`^${site.origin}/blog/`));
  await post.click();
  await page.locator('#remote article h1').waitFor();
  expect(page.url()).toBe(`${host.origin}/`);
  await show('mf-courses', '/courses');
  const other = page.locator('#remote a').filter({ hasNotText: 'never' });
  for (const href of await other.evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))) {
    expect(href).toMatch(/^(https?:|mailto:|tel:|#)/);
  }
});

test('a form that sends something leads to its page on the site', async () => {
  await show('mf-marketing', '/contact');
  const form = page.locator('#remote form').first();
  await form.waitFor();
  await form.evaluate((element: HTMLFormElement) =>
    element.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true, composed: true })),
  );
  await page.waitForURL(`${site.origin}/contact`);
});

test('who enrols in a course pays on the site', async () => {
  await show('mf-courses', ONLINE.path);
  await page.locator('#remote').getByRole('button', { name: ONLINE.button, exact: true }).first().click();
  await formOf(page).waitFor();
  await payButton(page).click();
  await page.waitForURL(site.origin + ONLINE.path);
  expect(faults).toEqual([]);
});

test('a page that the remote does not have is said, and leaves nothing', async () => {
  await expect(show('mf-blog', '/courses')).rejects.toThrow('This remote has no page /courses.');
  expect(await page.locator('#remote > *').count()).toBe(0);
});
