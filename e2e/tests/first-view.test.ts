import type { Browser } from 'playwright-core';
import { launch, visit } from '../src/browser';
import { SECTOR_ROUTES } from '../src/spec';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const NO_SCRIPTS = { javaScriptEnabled: false };

/** Pages that open with something to press; the others need only their heading in view. */
const ASKING = [
  '/',
  '/ambience-and-harmony',
  '/courses/1',
  '/courses/2',
  '/courses/3',
  '/one-on-one-transformation',
  '/product/bed-linens',
  ...SECTOR_ROUTES,
];
const TELLING = ['/about-us', '/product', '/design-studio', '/project', '/contact', '/blog', '/courses'];

describe.each([
  [1366, 650],
  [390, 664],
  [844, 390],
])('in a window of %i by %i px', (width, height) => {
  test('the heading and its button are in the first view', async () => {
    const { page, close } = await visit(browser, { viewport: { width, height }, reducedMotion: 'reduce' });
    const below: string[] = [];
    for (const path of [...ASKING, ...TELLING]) {
      await page.goto(path);
      const parts = page.locator(ASKING.includes(path) ? 'main h1, main form button >> visible=true' : 'main h1');
      for (const part of (await parts.all()).slice(0, 2)) {
        const box = await part.boundingBox();
        if (!box || box.y + box.height > height) below.push(`${path}: ${await part.textContent()}`);
      }
    }
    expect(below).toEqual([]);
    await close();
  });
});

describe.each([
  ['a desktop', 1440, 900, 200],
  ['a phone', 390, 844, 150],
])('on %s with larger text', (_device, width, height, percent) => {
  test('no page is wider than the window, and no word leaves its box', async () => {
    const { page, close } = await visit(browser, { ...NO_SCRIPTS, viewport: { width, height } });
    const faults: string[] = [];
    for (const path of [...ASKING, ...TELLING]) {
      await page.goto(path);
      faults.push(
        ...(await page.evaluate(
          ([at, size]) => {
            const root = document.documentElement;
            root.style.setProperty('font-size', `${size}%`);
            const wide = root.scrollWidth > root.clientWidth ? [`${at}: ${root.scrollWidth} px wide`] : [];
            const spilling = [
              ...document.querySelectorAll('main :is(h1, h2, h3, p, li, dt, dd, label, button)'),
            ].filter(
              (node) =>
                node.checkVisibility() &&
                node.scrollWidth > node.clientWidth + 2 &&
                node.clientWidth > 1 &&
                !node.querySelector(':scope > img:only-child'),
            );
            const inline = (node: Element) => getComputedStyle(node).display === 'inline';
            return [
              ...wide,
              ...spilling.filter((node) => !inline(node)).map((node) => `${at}: ${node.textContent?.slice(0, 40)}`),
            ];
          },
          [path, percent] as const,
        )),
      );
    }
    expect(faults).toEqual([]);
    await close();
  });
});

test('sentences are at least 16 px, labels at least 14, and the body 17 or more on a wide screen', async () => {
  const { page, close } = await visit(browser, { ...NO_SCRIPTS, viewport: { width: 390, height: 844 } });
  for (const path of ['/', '/about-us', '/product/industrial-manufacturing', '/courses', '/blog', '/contact']) {
    await page.goto(path);
    const small = await page.evaluate(() => {
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const found: string[] = [];
      while (texts.nextNode()) {
        const words = texts.currentNode.textContent?.trim() ?? '';
        const parent = texts.currentNode.parentElement;
        if (!words || !parent?.checkVisibility({ visibilityProperty: true }) || parent.closest('script, style'))
          continue;
        const { fontSize, fontFamily } = getComputedStyle(parent);
        const least = /mono/i.test(fontFamily.split(',')[0] ?? '') ? 14 : words.split(/\s+/).length > 4 ? 16 : 14;
        if (Number.parseFloat(fontSize) < least) found.push(`${fontSize} ${words.slice(0, 50)}`);
      }
      return found;
    });
    expect([path, small]).toEqual([path, []]);
  }
  await page.setViewportSize({ width: 1600, height: 900 });
  await page.goto('/about-us');
  const body = await page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize));
  expect(body).toBeGreaterThanOrEqual(17);
  await close();
});
