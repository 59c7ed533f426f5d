import { TAKES_ALL } from '@wholepage/tooling/sample';
import type { Page } from 'playwright-core';
import { alive, launchWithoutPictures, visit } from '../src/browser/browser';
import { oneBrowser, oneByOne } from '../src/browser/one-tab';
import { heading, mark, marked } from '../src/browser/soft';

const browser = oneBrowser(launchWithoutPictures);
const nextVisit = oneByOne(browser);

const SOFT_NAVIGATION = /shell\/.*soft-navigation\..*\.js/;

test('a click on a link of another remote is soft: one history entry, focus on the heading, top of the page, new title', async () => {
  const { page, errors, close } = await nextVisit();
  await page.goto('/');
  await alive(page);
  await mark(page);
  const before = await page.evaluate(() => window.history.length);
  await page.evaluate(() => window.scrollTo(0, 1500));
  await page.locator('header nav').getByRole('link', { name: 'Contact', exact: true }).click();
  await heading(page, 'Contact Us').waitFor();
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  expect(await marked(page)).toBe(true);
  expect(await page.evaluate(() => window.history.length)).toBe(before + 1);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  expect(await page.title()).toMatch(/Contact/);
  expect(await page.locator('main h1').count()).toBe(1);
  await page.locator('header nav [aria-current="page"]', { hasText: /^Contact$/ }).waitFor();
  expect(await page.locator('header nav [aria-current="page"]').allTextContents()).toEqual(['Contact']);
  expect(await page.locator('link[rel="canonical"]').getAttribute('href')).toMatch(/\/contact$/);
  expect(errors).toEqual([]);
  await close();
});

/** Opens a page whose next view transition is paused until it is ended. */
async function openBeforeFade() {
  const visited = await nextVisit();
  const { page } = visited;
  await page.goto('/contact');
  await alive(page);
  await mark(page);
  const link = (name: string) => page.locator('header nav').getByRole('link', { name, exact: true });
  await link('Our Projects').hover();
  // Pages fade only where frames are fast: with a stopped `performance.now()` they take no time.
  await page.evaluate(() => {
    const [now, frames, start] = [performance.now(), window.requestAnimationFrame, document.startViewTransition];
    performance.now = () => now;
    document.startViewTransition = (update) => {
      const fade = start.call(document, update);
      const hold = () => {
        const fading = document.getAnimations();
        for (const animation of fading) animation.pause();
        frames(() => Object.assign(window, { fading: fading.length }));
      };
      void fade.ready.then(hold);
      return fade;
    };
  });
  const pointAt = async (name: string) => {
    const box = await link(name).boundingBox();
    if (!box) throw new Error('The link is not on the screen.');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  };
  const fading = () => page.waitForFunction(() => (window as { fading?: number }).fading);
  return { ...visited, link, pointAt, fading };
}

if (TAKES_ALL)
  test('a press within a fade is not lost', async () => {
    const { page, link, pointAt, fading, close } = await openBeforeFade();
    await link('Our Projects').click();
    await fading();
    await pointAt('Contact');
    await page.mouse.down();
    await page.mouse.up();
    await heading(page, 'Contact Us').waitFor();
    expect(await marked(page)).toBe(true);
    await close();
  });

if (TAKES_ALL)
  test('a press that a fade overtakes before its release is not lost', async () => {
    const { page, link, pointAt, fading, close } = await openBeforeFade();
    await pointAt('Contact');
    await page.mouse.down();
    await link('Our Projects').dispatchEvent('click');
    await fading();
    await page.mouse.up();
    await heading(page, 'Contact Us').waitFor();
    expect(await marked(page)).toBe(true);
    await close();
  });

test('the last of two clicks wins, though the first one is loading a page', async () => {
  const { page, close } = await nextVisit();
  await page.goto('/contact');
  await alive(page);
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route(/page-about\b.*\.js/, (route) => route.abort());
  await page.route('**/about-us', async (route) => {
    if (route.request().isNavigationRequest()) await held;
    // A browser that has cancelled the request takes no response.
    await route.continue().catch(() => {});
  });
  const other = await page.locator('header nav').getByRole('link', { name: 'Our Projects', exact: true }).boundingBox();
  if (!other) throw new Error('The link is not on the screen.');
  const asked = page.waitForRequest((request) => request.isNavigationRequest() && request.url().endsWith('/about-us'));
  await page.locator('header nav').getByRole('link', { name: 'About Us', exact: true }).click({ noWaitAfter: true });
  await asked;
  const code = page.waitForRequest(/page-project/);
  await page.mouse.click(other.x + other.width / 2, other.y + other.height / 2);
  await code;
  answer();
  await heading(page, 'Our Projects').waitFor();
  expect(new URL(page.url()).pathname).toBe('/project');
  await close();
});

/** Clicks a link without hovering over it first. */
const clickAtOnce = (page: Page, name: string) =>
  page.locator('header nav').getByRole('link', { name, exact: true }).dispatchEvent('click');

test('what puts one page in the place of another comes with the first click, or the first way back, and costs no page load', async () => {
  const { page, errors, close } = await visit(browser());
  const asked: string[] = [];
  page.on('request', (request) => SOFT_NAVIGATION.test(request.url()) && asked.push(request.url()));
  await page.goto('/contact');
  await alive(page);
  await mark(page);
  const before = await page.evaluate(() => window.history.length);
  expect(asked).toEqual([]);
  await clickAtOnce(page, 'Blog');
  await heading(page, 'The Swatch Book').waitFor();
  expect(asked).toHaveLength(1);
  expect(await marked(page)).toBe(true);
  expect(await page.evaluate(() => window.history.length)).toBe(before + 1);
  await page.reload();
  await alive(page);
  await mark(page);
  await page.goBack();
  await heading(page, 'Contact Us').waitFor();
  expect(await page.locator('main h1').count()).toBe(1);
  expect(await marked(page)).toBe(true);
  expect(errors).toEqual([]);
  await close();
});

test('without it a click is a page load', async () => {
  const { page, close } = await visit(browser());
  await page.route(SOFT_NAVIGATION, (route) => route.abort());
  await page.goto('/contact');
  await alive(page);
  await mark(page);
  await clickAtOnce(page, 'Blog');
  await heading(page, 'The Swatch Book').waitFor();
  await alive(page);
  expect(await marked(page)).toBe(false);
  await close();
});

if (TAKES_ALL)
  test('a page whose code takes four seconds on a slow network is had by a page load, and comes alive all the same', async () => {
    const { page, close } = await visit(browser());
    await page.route('**/page-*.js', (route) => setTimeout(() => route.continue(), 4_000));
    await page.goto('/contact');
    await alive(page);
    await page.locator('header nav').getByRole('link', { name: 'Blog', exact: true }).click();
    await heading(page, 'The Swatch Book').waitFor();
    await alive(page);
    expect(await page.locator('main h1').count()).toBe(1);
    await page.goBack();
    await heading(page, 'Contact Us').waitFor();
    await alive(page);
    await close();
  });

test('React and the runtime are loaded once, and only the remote of the page', async () => {
  const { page, close } = await nextVisit();
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await page.goto('/contact');
  await alive(page);
  expect(scripts.filter((url) => url.includes('/react.')).length).toBe(1);
  expect(new Set(scripts).size).toBe(scripts.length);
  const remotes = new Set(scripts.map((url) => /_releases\/(mf-\w+)/.exec(url)?.[1]).filter(Boolean));
  expect([...remotes]).toEqual(['mf-marketing']);
  const fetched = page.waitForResponse((response) => /mf-blog\/.*entry\.js/.test(response.url()));
  await page.locator('header nav').getByRole('link', { name: 'Blog', exact: true }).hover();
  await fetched;
  await page.locator('header nav').getByRole('link', { name: 'Blog', exact: true }).click();
  await page.waitForURL('**/blog');
  expect(scripts.filter((url) => url.includes('/react.')).length).toBe(1);
  await close();
});

test('the courses are reached by a page load, because their policy allows the checkout, and left by one', async () => {
  const { page, close } = await nextVisit();
  await page.goto('/');
  await alive(page);
  for (const path of ['/courses', '/contact']) {
    await mark(page);
    await page.locator(`footer a[href="${path}"]`).first().click();
    await page.waitForURL(`**${path}`);
    await alive(page);
    expect(await marked(page)).toBe(false);
  }
  const policy = async (path: string) => (await page.request.get(path)).headers()['content-security-policy'] ?? '';
  expect(await policy('/courses/1')).toMatch(/script-src 'self' http/);
  expect(await policy('/')).toMatch(/script-src 'self';/);
  await close();
});

test('an unknown address is a 404 page with a way home, which is soft again', async () => {
  const { page, close } = await nextVisit();
  const response = await page.goto('/no-such-page');
  expect(response?.status()).toBe(404);
  await heading(page, 'Oops! Page Not Found').waitFor();
  // Until the layout is hydrated, the browser itself follows the link.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('#layout-header') ?? {}).some((key) => key.startsWith('__react')),
  );
  const home = page.getByRole('link', { name: /back to home/i });
  await home.focus();
  expect(await home.evaluate((link) => getComputedStyle(link).outlineStyle)).toBe('solid');
  await home.click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  expect(await page.getByText('Oops! Page Not Found').count()).toBe(0);
  await close();
});

test('with scripts off the links are ordinary links and the menu opens by hovering', async () => {
  const { page, close } = await visit(browser(), { javaScriptEnabled: false });
  await page.goto('/');
  await page.locator('header nav').getByRole('link', { name: 'Our Products', exact: true }).hover();
  await page.locator('header nav').getByRole('link', { name: 'Aviation' }).click();
  await page.waitForURL('**/product/corporate-admin');
  await heading(page, /./).waitFor();
  await close();
});
