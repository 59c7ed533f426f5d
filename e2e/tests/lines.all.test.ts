import type { Locator } from 'playwright-core';
import { oneBrowser, oneTab } from '../src/browser/one-tab';
import { main } from '../src/pages/sections';

const tab = oneTab(oneBrowser(), { javaScriptEnabled: false });

const left = (element: Locator): Promise<number> => element.evaluate((node) => node.getBoundingClientRect().left);

describe('what stands on common lines', () => {
  test.each([390, 768, 1440, 1920])('the strip of works starts below its heading, at %i px', async (width) => {
    const { page } = tab();
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/');
    const heading = await left(main(page).getByRole('heading', { name: 'Our Work', exact: true }));
    const strip = await left(
      main(page).getByRole('region', { name: 'Our Work', exact: true }).getByRole('img').first(),
    );
    expect(Math.abs(strip - heading)).toBeLessThan(2);
  });

  test.each([320, 390, 720, 1440])('no figure is wider than its column, at %i px', async (width) => {
    const { page } = tab();
    await page.setViewportSize({ width, height: 900 });
    for (const path of ['/', '/about-us']) {
      await page.goto(path);
      const spills = await main(page)
        .getByRole('definition')
        .evaluateAll((all) =>
          all.filter((node) => node.scrollWidth > node.clientWidth + 1).map((node) => node.textContent),
        );
      expect(spills).toEqual([]);
    }
  });

  test('the words above the four steps begin where their heading does', async () => {
    const { page } = tab();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/ambience-and-harmony');
    const process = main(page).getByRole('region').filter({ hasText: 'Prototyping & Refinement' });
    const words = await left(process.getByRole('paragraph').first());
    expect(Math.abs(words - (await left(process.getByRole('heading').first())))).toBeLessThan(2);
  });
});

test('a page that is read from the right has its numbers from the left', async () => {
  const { page } = tab();
  await page.goto('/contact');
  await page.locator('html').evaluate((root) => root.setAttribute('dir', 'rtl'));
  const numbers = page.getByRole('link', { name: /^\+/ });
  expect(await numbers.count()).toBeGreaterThan(3);
  const backward = await numbers.evaluateAll(
    (links) =>
      links.filter((link) => {
        const text = document.createTreeWalker(link, NodeFilter.SHOW_TEXT).nextNode() as Text;
        const [first, last] = [0, text.length - 1].map((at) => {
          const letter = document.createRange();
          letter.setStart(text, at);
          letter.setEnd(text, at + 1);
          return letter.getBoundingClientRect().left;
        });
        return (first ?? 0) > (last ?? 0);
      }).length,
  );
  expect(backward).toBe(0);
});

test.each([
  ['/contact', 'rtl', 1280, 100],
  ['/', 'ltr', 390, 200],
])('on %s, read %s, "required" stands clear of the first label, at %i px and %i %', async (path, dir, width, size) => {
  const { page } = tab();
  await page.setViewportSize({ width, height: 900 });
  await page.goto(path);
  await page.locator('html').evaluate(
    (root, to) => {
      root.setAttribute('dir', to.dir);
      root.style.setProperty('font-size', `${to.size}%`);
    },
    { dir, size },
  );
  const legend = await main(page).getByText('required', { exact: true }).boundingBox();
  const label = await main(page)
    .locator('label', { hasText: 'ame' })
    .first()
    .evaluate((node) => {
      const words = document.createRange();
      words.selectNodeContents(node);
      return words.getBoundingClientRect().toJSON();
    });
  if (!legend) throw new Error('The form does not say what is required.');
  expect(
    legend.x + legend.width <= label.left || legend.x >= label.right || legend.y + legend.height <= label.top,
  ).toBe(true);
});

test.each([390, 1440])('marks beside words change sides with the direction of reading, at %i px', async (width) => {
  const { page } = tab();
  await page.setViewportSize({ width, height: 900 });
  const left: string[] = [];
  for (const path of [
    '/about-us',
    '/design-studio',
    '/product/hospitality-resorts',
    '/blog/the-last-day-of-a-uniform',
    '/courses/1',
  ]) {
    await page.goto(path);
    left.push(
      ...(await page.evaluate(() => {
        const marked = [...document.querySelectorAll('main :is(li, dl, dl > div, blockquote, section > div)')].filter(
          (node) => node.textContent && getComputedStyle(node, '::before').position === 'absolute',
        );
        const sides = () =>
          marked
            .map((node) => getComputedStyle(node, '::before'))
            .map(({ left, right }) => [left, right].map(Number.parseFloat));
        const before = sides();
        document.documentElement.setAttribute('dir', 'rtl');
        return sides().flatMap(([, right = 0], index) =>
          Math.abs(right - (before[index]?.[0] ?? 0)) < 2
            ? []
            : [`${location.pathname}: ${marked[index]?.textContent?.slice(0, 40)}`],
        );
      })),
    );
  }
  expect(left).toEqual([]);
});

test.each(['/', '/design-studio', '/ambience-and-harmony', '/thank-you'])('%s prints no button', async (path) => {
  const { page } = tab();
  await page.goto(path);
  await page.emulateMedia({ media: 'print' });
  const buttons = await main(page).getByRole('button').filter({ visible: true }).count();
  await page.emulateMedia({ media: null });
  expect(buttons).toBe(0);
});
