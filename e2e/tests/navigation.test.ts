import type { Page } from 'playwright-core';
import { alive, launchWithoutPictures, visit } from '../src/browser/browser';
import { oneBrowser, oneByOne } from '../src/browser/one-tab';

const browser = oneBrowser(launchWithoutPictures);
const nextVisit = oneByOne(browser);

const heading = (page: Page, name: RegExp | string) => page.locator('main').getByRole('heading', { level: 1, name });

const SOFT_NAVIGATION = /shell\/.*soft-navigation\..*\.js/;

/** A mark on the window that only a page load removes. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { marked: true }));
const marked = (page: Page) => page.evaluate(() => 'marked' in window);

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

/** How long after the page was parsed a visitor goes back, from before its scripts to when all is alive. */
const MOMENTS_MS = [0, 100, 200, 300, 400, 1_000];

test('who goes back from a page that was loaded again finds the page before at its place, under its title, whenever that is', async () => {
  const { page, errors, close } = await visit(browser());
  await page.addInitScript(() => {
    const moment = sessionStorage.getItem('back after');
    if (moment === null) return;
    sessionStorage.removeItem('back after');
    document.addEventListener('DOMContentLoaded', () => setTimeout(() => window.history.back(), Number(moment)));
  });
  for (const moment of MOMENTS_MS) {
    await page.goto('/contact');
    await alive(page);
    await page.evaluate(() => window.scrollTo(0, 300));
    await page
      .locator('footer')
      .getByRole('link', { name: 'About', exact: false })
      .first()
      .evaluate((link) => (link as HTMLElement).click());
    await heading(page, /A legacy/).waitFor();
    await page.evaluate((moment) => sessionStorage.setItem('back after', String(moment)), moment);
    await page.reload();
    await heading(page, 'Contact Us').waitFor();
    await page.waitForFunction(() => document.title.startsWith('Contact Us') && window.scrollY > 250, undefined, {
      timeout: 10_000,
    });
  }
  expect(errors).toEqual([]);
  await close();
});

test('a press within a fade is not lost', async () => {
  const { page, close } = await nextVisit();
  await page.goto('/contact');
  await alive(page);
  await mark(page);
  const link = (name: string) => page.locator('header nav').getByRole('link', { name, exact: true });
  await link('Our Projects').hover();
  // Pages fade where a frame takes no time, and this fade lasts until it is ended.
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
  await link('Our Projects').click();
  await page.waitForFunction(() => (window as { fading?: number }).fading);
  const box = await link('Contact').boundingBox();
  if (!box) throw new Error('The link is not on the screen.');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await heading(page, 'Contact Us').waitFor();
  expect(await marked(page)).toBe(true);
  await close();
});

test('back and forward return to the page and the place', async () => {
  const { page, close } = await nextVisit();
  await page.goto('/about-us');
  await alive(page);
  await mark(page);
  await page.evaluate(() => window.scrollTo({ top: 900, behavior: 'instant' }));
  // The header condenses, and the page settles a few pixels from there.
  await page.locator('header[data-condensed]').waitFor();
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  const place = await page.evaluate(() => window.scrollY);
  await page.locator('header nav').getByRole('link', { name: 'Blog', exact: true }).click();
  await page.waitForURL('**/blog');
  await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
  await page.goBack();
  await page.waitForFunction((wanted) => Math.abs(window.scrollY - wanted) < 60, place);
  await page.goForward();
  await page.waitForURL('**/blog');
  expect(await marked(page)).toBe(true);
  await close();
});

test('a page that is loaded again comes back to what was read, far down', async () => {
  const { page, close } = await nextVisit();
  await page.goto('/');
  await alive(page);
  const place = () => {
    const sections = [...document.querySelectorAll('main section')];
    const read = sections.findIndex((section) => section.getBoundingClientRect().bottom > window.innerHeight / 2);
    return { read, top: sections[read]?.getBoundingClientRect().top ?? 0 };
  };
  await page.evaluate(() => window.scrollTo({ top: document.body.scrollHeight * 0.7, behavior: 'instant' }));
  await page.locator('header[data-condensed]').waitFor();
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'));
  // A browser returns to a number of pixels: heights that are still guessed would make it another place.
  await page.waitForFunction(() =>
    [...document.querySelectorAll<HTMLElement>('main section')].every(
      ({ style }) => style.contentVisibility === 'visible',
    ),
  );
  const before = await page.evaluate(place);
  await page.reload();
  await alive(page);
  await page.locator('header[data-condensed]').waitFor();
  const after = await page.evaluate(place);
  expect(after.read).toBe(before.read);
  // A typeface that comes later than the page may break some lines above differently.
  expect(Math.abs(after.top - before.top)).toBeLessThan(150);
  await close();
});

/** Clicks as somebody does who has not pointed at the link before. */
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

test('going back before the scripts have run shows the page of the address', async () => {
  const { page, close } = await visit(browser());
  await page.goto('/contact');
  await alive(page);
  await page.locator('header nav').getByRole('link', { name: 'Our Projects', exact: true }).click();
  await page.locator('main').getByRole('heading', { level: 1, name: 'Our Projects' }).waitFor();
  const held: (() => void)[] = [];
  await page.route(/shell\/.*main\.js/, (route) => held.push(() => void route.continue()));
  await page.reload({ waitUntil: 'commit' });
  await page.locator('main').getByRole('heading', { level: 1, name: 'Our Projects' }).waitFor();
  await page.evaluate(() => window.history.back());
  await page.waitForURL('**/contact', { waitUntil: 'commit' });
  for (const release of held) release();
  await page.locator('main').getByRole('heading', { level: 1, name: 'Contact Us' }).waitFor();
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
  await page.locator('header nav').getByRole('link', { name: 'Blog', exact: true }).hover();
  await page.waitForFunction(() => document.querySelector('link[rel="preload"][href*="mf-blog"]') !== null);
  await page.locator('header nav').getByRole('link', { name: 'Blog', exact: true }).click();
  await page.waitForURL('**/blog');
  expect(scripts.filter((url) => url.includes('/react.')).length).toBe(1);
  await close();
});

test('the courses are reached by a page load, because their policy allows the checkout, and left by one', async () => {
  const { page, close } = await nextVisit();
  await page.goto('/');
  await alive(page);
  const policy = async (path: string) => (await page.request.get(path)).headers()['content-security-policy'] ?? '';
  expect(await policy('/')).not.toContain('3200');
  expect(await policy('/courses/1')).toMatch(/script-src 'self' http/);
  expect(await policy('/')).toMatch(/script-src 'self';/);
  await close();
});

test('an unknown address is a 404 page with a way home, which is soft again', async () => {
  const { page, close } = await nextVisit();
  const response = await page.goto('/no-such-page');
  expect(response?.status()).toBe(404);
  await heading(page, 'Oops! Page Not Found').waitFor();
  await page.getByRole('link', { name: /back to home/i }).click();
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
