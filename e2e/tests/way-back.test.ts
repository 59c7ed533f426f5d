import { TAKES_ALL } from '@wholepage/tooling/sample';
import type { Locator, Page } from 'playwright-core';
import { alive, DESKTOP, launchAtRest, PHONE, visit } from '../src/browser/browser';
import { oneBrowser, oneByOne } from '../src/browser/one-tab';
import { eventually } from '../src/eventually';

const browser = oneBrowser(launchAtRest);
const nextVisit = oneByOne(browser);

/** Everything that tells visitors and their screen readers where they are. */
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

/** Waits until the page with this title is shown and announced. */
const arrived = (page: Page, title: string) =>
  page.waitForFunction(
    (title) => document.title === title && document.querySelector('body > p[aria-live]')?.textContent === title,
    title,
    LIMIT,
  );

/**
 * Waits until the page with this title is shown. A page that takes longer than two seconds, as on a busy machine,
 * becomes a page load. @returns true when the page is announced, as after soft navigation
 */
async function isSoftlyThere(page: Page, title: string): Promise<boolean> {
  const how = await page.waitForFunction(
    (title) => {
      if (document.title !== title) return false;
      if (document.querySelector('body > p[aria-live]')?.textContent === title) return 'announced';
      const [load] = performance.getEntriesByType('navigation');
      return load !== undefined && new URL(load.name).pathname === window.location.pathname && 'loaded';
    },
    title,
    LIMIT,
  );
  return (await how.jsonValue()) === 'announced';
}

/** Waits until a page with another title is shown and announced. */
const left = (page: Page, title: string) =>
  page.waitForFunction(
    (title) => {
      const announced = document.querySelector('body > p[aria-live]')?.textContent;
      return announced && announced !== title && announced === document.title;
    },
    title,
    LIMIT,
  );

/** Leaves the page with this title by a link in the footer, clicked without scrolling, and goes back. */
async function awayAndBack(page: Page, title: string): Promise<void> {
  await page.evaluate(() => document.querySelector<HTMLElement>('footer a[href="/ambience-and-harmony"]')?.click());
  await left(page, title);
  await page.evaluate(() => window.history.back());
  await arrived(page, title);
}

/** Waits for the end of animations. Scroll-driven ones are ignored, because they run as long as their range is in view. */
const settled = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, timeline }) => playState !== 'running' || timeline !== document.timeline),
  );

/** Returns an element's top once it is the same for ten frames: parts near the viewport are laid out, and change height. */
async function restingTop(page: Page, element: Locator): Promise<number> {
  await settled(page);
  return element.evaluate(async (element) => {
    let [last, stayed] = [Number.NaN, 0];
    for (let frames = 0; stayed < 10 && frames < 300; frames += 1) {
      await new Promise(requestAnimationFrame);
      const now = Math.round(element.getBoundingClientRect().top);
      stayed = now === last ? stayed + 1 : 0;
      last = now;
    }
    return last;
  });
}

/** Ways from a freshly loaded page to another page of the same remote. */
const WAYS = [
  ['/product', '/product/hospitality-resorts'],
  ['/product/hospitality-resorts', '/product'],
  ['/blog/the-last-day-of-a-uniform', '/blog'],
  ['/courses', '/courses/1'],
  ['/design-studio', '/contact'],
  ['/ambience-and-harmony', '/contact'],
  ['/', '/about-us'],
] as const;

/** Starts of the ways in every run. The walk tests the others by chance. */
const OF_EACH_RUN = ['/product'];

test.each(WAYS.filter(([first]) => TAKES_ALL || OF_EACH_RUN.includes(first)))(
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

test.each([
  { which: 'of another team', first: '/project', second: '/product/hospitality-resorts', scroll: 900 },
  { which: 'of the same team', first: '/product/bed-linens', second: '/product/uniform-packaging', scroll: 900 },
  { which: 'before one that is not there', first: '/product', second: '/product/no-such-product', scroll: 600 },
  {
    which: 'of the team whose code is on its way',
    first: '/product/bed-linens',
    second: '/product/uniform-packaging',
    scroll: 900,
    late: /\/mf-products\/.*\/entry\.js$/,
  },
])(
  'back before any script runs, to a page $which: it is shown as after every step back',
  async ({ first, second, scroll, late = MAIN }) => {
    const { page, errors } = await nextVisit();
    await page.goto(first);
    await alive(page);
    const { title, heading } = await placeOf(page);
    await page.evaluate((top) => window.scrollTo({ top, behavior: 'instant' }), scroll);
    await settled(page);
    const place = await page.evaluate(() => window.scrollY);
    await page.evaluate((href) => {
      const link = Object.assign(document.createElement('a'), { href });
      document.querySelector('main')?.append(link);
      link.click();
    }, second);
    await left(page, title);
    let letGo = (): void => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    await page.route(late, (route) => held.then(() => route.continue()));
    const asked = page.waitForRequest(late);
    await page.reload({ waitUntil: 'commit' });
    await asked;
    await page.evaluate(() => window.history.back());
    await page.waitForURL(`**${first}`, { waitUntil: 'commit' });
    letGo();
    if (await isSoftlyThere(page, title))
      expect(await placeOf(page)).toEqual({ path: first, title, heading, focus: 'H1', announced: title });
    else expect(await placeOf(page)).toMatchObject({ path: first, title, heading });
    await page.waitForFunction((wanted) => Math.abs(window.scrollY - wanted) < 60, place, LIMIT);
    const current = await page
      .locator('header nav a[aria-current]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(current).toEqual([first.startsWith('/product') ? '/product' : first]);
    expect(errors.filter((text) => !text.includes('404 (Not Found)'))).toEqual([]);
  },
);

test.each([
  { menu: 'the drawer', size: PHONE, inside: 'dialog[open] nav a' },
  { menu: 'the menu of a section', size: DESKTOP, inside: 'header nav [data-open] a' },
])('back while $menu is open, and by a link in it: the focus is on the heading', async ({ size, inside }) => {
  const { page } = await nextVisit();
  await page.setViewportSize(size);
  await page.goto('/contact');
  await alive(page);
  const { title } = await placeOf(page);
  const openMenu = async () => {
    await page.getByRole('button', { name: /menu$/i }).first().press('Enter');
    await page.locator(inside).first().focus();
  };
  await openMenu();
  await page.keyboard.press('Enter');
  await left(page, title);
  expect(await placeOf(page)).toMatchObject({ focus: 'H1' });
  await openMenu();
  await page.goBack();
  await arrived(page, title);
  expect(await placeOf(page)).toMatchObject({ path: '/contact', focus: 'H1' });
  await expect(page.locator(inside).count()).resolves.toBe(0);
});

test('back on a phone, far down a page that hides its lower parts in its first frame: the same words are read', async () => {
  const { page } = await nextVisit();
  await page.setViewportSize(PHONE);
  await page.goto('/');
  await alive(page);
  const { title } = await placeOf(page);
  const read = page.getByRole('heading', { name: 'What Our Customers Say' });
  const top = async () => {
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLElement>('main section')].every(({ style }) => style.contentVisibility),
    );
    await settled(page);
    return read.evaluate((heading) => Math.round(heading.getBoundingClientRect().top));
  };
  await top();
  await read.evaluate((heading) => heading.scrollIntoView({ block: 'center', behavior: 'instant' }));
  const before = await top();
  await awayAndBack(page, title);
  expect(Math.abs((await top()) - before)).toBeLessThan(60);
});

if (TAKES_ALL)
  test.each([
    { page: '/', size: PHONE, way: 'a reload' },
    { page: '/', size: PHONE, way: 'going back' },
    { page: '/product/uniform-packaging', size: DESKTOP, way: 'a reload' },
    { page: '/product/uniform-packaging', size: DESKTOP, way: 'going back' },
  ])(
    '$page at $size.width px: who jumps down before the parts above are laid out reads the same words after $way',
    async ({ page: path, size, way }) => {
      const { page, close } = await visit(browser(), { viewport: size });
      await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
      await page.goto(path);
      await alive(page);
      const { title } = await placeOf(page);
      const heading = page.locator('main section h2').last();
      const top = () => restingTop(page, heading);
      await heading.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
      const before = await top();
      if (way === 'a reload') {
        await page.reload();
        await alive(page);
      } else {
        await awayAndBack(page, title);
      }
      expect(Math.abs((await top()) - before)).toBeLessThan(60);
      await close();
    },
  );

if (TAKES_ALL)
  test('back to a part whose prices come later, on a phone: the same words are read', async () => {
    const { page } = await nextVisit();
    await page.setViewportSize(PHONE);
    await page.goto('/about-us');
    await alive(page);
    const { title } = await placeOf(page);
    const read = page.locator('main a[href="/courses"]').last();
    const top = async () => {
      await page.locator('main').getByText('₹50,000').first().waitFor();
      return restingTop(page, read);
    };
    await read.evaluate((link) => link.scrollIntoView({ block: 'center', behavior: 'instant' }));
    const before = await top();
    await awayAndBack(page, title);
    await eventually('the same words', 10_000, async () => Math.abs((await top()) - before) < 60);
  });
