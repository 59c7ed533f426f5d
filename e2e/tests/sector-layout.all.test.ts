import type { Page } from 'playwright-core';
import { visit } from '../src/browser/browser';
import { oneBrowser, oneTab } from '../src/browser/one-tab';
import { main } from '../src/pages/sections';
import { SECTOR_ROUTES } from '../src/spec';

const browser = oneBrowser();

const NO_SCRIPTS = { javaScriptEnabled: false };
const tab = oneTab(browser, NO_SCRIPTS);

const onTablet = async (path: string): Promise<Page> => {
  const { page } = tab();
  await page.setViewportSize({ width: 768, height: 1024 });
  await page.goto(path);
  return page;
};

const SPLIT = [
  'industrial-manufacturing',
  'hospitality-resorts',
  'government-police-defense',
  'corporate-admin',
  'healthcare-clinics-wellness',
  'educational-institutions',
  'bed-linens',
];

test.each(SPLIT)('on a tablet, the care label of %s lies across the page, below picture and text', async (slug) => {
  const page = await onTablet(`/product/${slug}`);
  const intro = main(page).getByRole('region').filter({ hasText: 'Reorder' });
  const label = await intro.getByLabel('Care label').boundingBox();
  const picture = await intro.getByRole('img').boundingBox();
  const text = await intro.getByRole('paragraph').last().boundingBox();
  if (!label || !picture || !text) throw new Error(`${slug} has no care label, picture or text`);
  expect(label.width).toBeGreaterThan(660);
  expect(label.y).toBeGreaterThan(Math.max(picture.y + picture.height, text.y + text.height));
});

test.each(['hospitality-resorts', 'healthcare-clinics-wellness'])(
  'on a tablet, every role of %s has room for its words',
  async (slug) => {
    const page = await onTablet(`/product/${slug}`);
    const tiles = main(page)
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { level: 3 }) });
    const widths = await tiles.evaluateAll((all) => all.slice(0, 6).map((tile) => tile.getBoundingClientRect().width));
    expect(Math.min(...widths)).toBeGreaterThan(150);
  },
);

test.each(['/product/hospitality-resorts', '/ambience-and-harmony'])('no caption of %s is torn apart', async (path) => {
  const { page } = tab();
  for (const width of [390, 768, 1366, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto(path);
    const gaps = await main(page)
      .locator('[data-layout] > li > div:last-child')
      .evaluateAll((all) =>
        all.flatMap((words) => {
          const boxes = [...words.children]
            .filter((part) => part.checkVisibility() && !/absolute|fixed/.test(getComputedStyle(part).position))
            .map((part) => {
              const words = document.createRange();
              words.selectNodeContents(part);
              return words.getBoundingClientRect();
            });
          return boxes.slice(1).map(({ top }, index) => Math.round(top - (boxes[index]?.bottom ?? 0)));
        }),
      );
    expect(gaps.length).toBeGreaterThan(5);
    expect(Math.max(...gaps)).toBeLessThanOrEqual(24);
    if (width < 768) continue;
    const hole = await main(page)
      .locator('ul[data-layout="lookbook"] > li:first-child')
      .evaluate((tile) => {
        const parts = [...tile.querySelectorAll('h3, h4, p, button')].filter((part) => part.checkVisibility());
        const ends = parts.map((part) => part.getBoundingClientRect().bottom);
        return tile.getBoundingClientRect().bottom - Math.max(...ends);
      });
    expect([width, hole < 60]).toEqual([width, true]);
  }
});

test.each([
  ['/ambience-and-harmony', 768],
  ['/ambience-and-harmony', 1440],
  ['/product/corporate-admin', 1440],
])('in the order book of %s, %i px wide, all words of a line begin below its title', async (path, width) => {
  const { page } = tab();
  await page.setViewportSize({ width, height: 900 });
  await page.goto(path);
  const edges = await main(page)
    .locator('[data-layout="ledger"] > li > div:last-child')
    .evaluateAll((all) =>
      all.map((words) => {
        const parts = [...words.children].filter((part) => part.checkVisibility() && part.tagName !== 'SPAN');
        return new Set(parts.map((part) => Math.round(part.getBoundingClientRect().left))).size;
      }),
    );
  expect(edges.length).toBeGreaterThan(1);
  expect(Math.max(...edges)).toBe(1);
});

test('on a tablet, none of four curtains hangs alone on a rail', async () => {
  const page = await onTablet('/ambience-and-harmony');
  const tops = await main(page)
    .locator('[data-layout="rail"] > li')
    .evaluateAll((all) => all.map((tile) => Math.round(tile.getBoundingClientRect().top)));
  expect(tops.map((top) => tops.filter((other) => other === top).length)).toEqual([2, 2, 2, 2]);
});

// Paper without margins is as wide as a tablet, with margins as a phone. A print must have the layout of neither.
test.each([794, 718])('on paper %i px wide, a sector is a quiet sheet of equal columns', async (width) => {
  const { page, close } = await visit(browser(), { ...NO_SCRIPTS, viewport: { width, height: 1000 } });
  await page.emulateMedia({ media: 'print' });
  await page.goto('/product/government-police-defense');
  const merchandise = main(page).getByRole('region', { name: 'Merchandising & Add-On Services' });
  // On a screen stitches join the section to its neighbour. In print they would run through its heading.
  expect(await merchandise.evaluate((section) => getComputedStyle(section, '::before').content)).toBe('none');
  const services = merchandise.getByRole('listitem');
  const columns = await services.evaluateAll((all) => all.map((node) => node.getBoundingClientRect().width));
  expect(Math.max(...columns) - Math.min(...columns)).toBeLessThan(2);
  const gap = await main(page)
    .getByRole('region', { name: 'Six orders of dress' })
    .getByRole('listitem')
    .first()
    .evaluate((tile) => {
      const [picture, title] = ['img', 'h3'].map((name) => tile.querySelector(name)?.getBoundingClientRect());
      return (title?.top ?? Number.NaN) - (picture?.bottom ?? Number.NaN);
    });
  expect(gap).toBeLessThan(30);
  await close();
});

test.each([
  ['no word of a name is broken', 'h1, h2, h3, h4', 100, [...SECTOR_ROUTES, '/product', '/ambience-and-harmony']],
  ['no word of a fact or a tab is broken at twice the size', 'article dl, [role="tab"]', 200, ['/courses', '/product']],
] as const)('%s on the smallest phone', async (_what, places, percent, paths) => {
  const { page, close } = await visit(browser(), { viewport: { width: 320, height: 800 } });
  for (const path of paths) {
    await page.goto(path);
    await page.locator('html').evaluate((root, size) => root.style.setProperty('font-size', `${size}%`), percent);
    await page.evaluate(() => document.fonts.ready);
    const broken = await page.evaluate(
      (selector) =>
        [...document.querySelectorAll(`main :is(${selector})`)].flatMap((place) => {
          const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
          const words: string[] = [];
          while (texts.nextNode()) {
            const { data } = texts.currentNode as Text;
            for (const { 0: word, index } of data.matchAll(/[\p{L}\p{N}]+/gu)) {
              const range = document.createRange();
              range.setStart(texts.currentNode, index);
              range.setEnd(texts.currentNode, index + word.length);
              if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) words.push(word);
            }
          }
          return words;
        }),
      places,
    );
    expect([path, broken]).toEqual([path, []]);
  }
  await close();
});

test('on a tablet, no word of an opening lies under its picture', async () => {
  const covered: string[] = [];
  for (const path of SECTOR_ROUTES) {
    const page = await onTablet(path);
    const banner = main(page).locator('[data-variant]').first();
    const picture = await banner.getByRole('img').first().boundingBox();
    if (!picture) throw new Error(`${path} has no picture in its opening`);
    const words = await banner.locator('h1, p').evaluateAll((all) =>
      all.map((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getBoundingClientRect().right;
      }),
    );
    if (Math.max(...words) > picture.x) covered.push(path);
  }
  expect(covered).toEqual([]);
});

test('on a tablet, no role of a school lies over another', async () => {
  const page = await onTablet('/product/educational-institutions');
  const buttons = main(page).getByRole('button', { name: /^Turn over/ });
  expect(await buttons.count()).toBe(7);
  for (const button of await buttons.all()) await button.click({ trial: true });
});
