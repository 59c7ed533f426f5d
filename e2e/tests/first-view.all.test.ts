import { alive, PHONE, visit } from '../src/browser/browser';
import { oneBrowser, oneTab } from '../src/browser/one-tab';
import { SECTOR_ROUTES } from '../src/spec';
import { pngOf } from '../src/visitor/sample-files';

/** Pages that open with a control to press. {@link TELLING} pages need only their heading in view. */
const ASKING = [
  '/',
  '/ambience-and-harmony',
  '/courses',
  '/courses/1',
  '/courses/2',
  '/courses/3',
  '/one-on-one-transformation',
  '/product/bed-linens',
  ...SECTOR_ROUTES,
];
/** Pages after which a visitor is done or lost: they say so, and lead on. */
const ENDING = [
  '/thank-you',
  '/success?payment_id=pay_1',
  '/no-such-page',
  '/blog/no-such-post',
  '/blog?page=99',
  '/courses/99',
];
const TELLING = ['/about-us', '/product', '/design-studio', '/project', '/contact', '/blog'];

const browser = oneBrowser();

const WINDOWS = [
  [1366, 650],
  [390, 664],
  [844, 390],
] as const;

describe('with scripts', () => {
  const tab = oneTab(browser, { reducedMotion: 'reduce' });

  test.each([...ASKING, ...TELLING])(
    '%s has its heading and its button in the first view of every window',
    async (path) => {
      const { page } = tab();
      await page.goto(path);
      const below: string[] = [];
      for (const [width, height] of WINDOWS) {
        await page.setViewportSize({ width, height });
        const parts = page.locator(
          ASKING.includes(path) ? 'main h1, main :is(form button, h1 ~ div a[href]) >> visible=true' : 'main h1',
        );
        const found = (await parts.all()).slice(0, 2);
        expect([path, found.length]).toEqual([path, ASKING.includes(path) ? 2 : 1]);
        for (const part of found) {
          const box = await part.boundingBox();
          if (!box || box.y + box.height > height) below.push(`${width} by ${height}: ${await part.textContent()}`);
        }
      }
      expect(below).toEqual([]);
    },
  );

  test.each([...ASKING, '/no-such-page'])(
    '%s shows its whole button on the smallest phone, above the bar',
    async (path) => {
      const { page } = tab();
      await page.setViewportSize({ width: 320, height: 568 });
      await page.goto(path);
      const button = await page
        .locator('main :is(form button, h1 ~ :is(div, p) a[href]) >> visible=true')
        .first()
        .boundingBox();
      const bar = await page.getByRole('complementary', { name: 'Ask us' }).boundingBox();
      if (!button || !bar) throw new Error(`${path} has no button or no bar.`);
      expect(button.y + button.height).toBeLessThanOrEqual(bar.y);
    },
  );

  // Fingers miss a control that the bar covers except for a strip. Lighthouse reports such controls in its phone's first view.
  test('nothing to press shows less than 24 px above the bar of a phone', async () => {
    const { page } = tab();
    await page.setViewportSize({ width: 412, height: 823 });
    const strips: string[] = [];
    for (const path of [...ASKING, ...TELLING, ...ENDING]) {
      await page.goto(path);
      strips.push(
        ...(await page.evaluate(() => {
          const bar = document.querySelector('aside[aria-label="Ask us"]')?.getBoundingClientRect().top ?? 0;
          return [...document.querySelectorAll('main :is(a, button, input)')]
            .filter((part) => {
              const { top, height } = part.getBoundingClientRect();
              return height > 0 && top < bar && bar - top < Math.min(24, height);
            })
            .map((part) => `${location.pathname}: ${part.textContent}`);
        })),
      );
    }
    expect(strips).toEqual([]);
  });

  test.each(ENDING)('%s says in the first view of every window what happened and where to go', async (path) => {
    const { page } = tab();
    await page.goto(path);
    const below: string[] = [];
    for (const [width, height] of WINDOWS) {
      await page.setViewportSize({ width, height });
      for (const part of [page.locator('main h1'), page.locator('main :is(a, button)').first()]) {
        const box = await part.boundingBox();
        if (!box || box.y + box.height > height) below.push(`${width} by ${height}: ${await part.textContent()}`);
      }
    }
    expect(below).toEqual([]);
  });

  test('/contact shows a number and the form, or on the smallest phone the number, without a scroll', async () => {
    const { page } = tab();
    await page.goto('/contact');
    const opening = page.getByRole('region', { name: 'Contact Us', exact: true });
    const number = opening.getByRole('link', { name: /^\+91/ }).first();
    const below: string[] = [];
    for (const [width, height, parts] of [
      [1366, 650, [number, opening.getByLabel('Name', { exact: true })]],
      [844, 390, [number, opening.getByLabel('Name', { exact: true })]],
      [320, 640, [number]],
    ] as const) {
      await page.setViewportSize({ width, height });
      const bar = width < 480 ? await page.getByRole('complementary', { name: 'Ask us' }).boundingBox() : undefined;
      for (const part of parts) {
        const box = await part.boundingBox();
        if (!box || box.y + box.height > (bar?.y ?? height))
          below.push(`${width} by ${height}: ${await part.textContent()}`);
      }
    }
    expect(below).toEqual([]);
  });

  test('what turns the opening stands clear of its button in every window', async () => {
    const { page } = tab();
    await page.goto('/');
    const opening = page.getByRole('group', { name: 'What we make', exact: true });
    const covered: string[] = [];
    for (const [width, height] of WINDOWS) {
      await page.setViewportSize({ width, height });
      const button = await opening.locator('form > button >> visible=true').first().boundingBox();
      const slides = await opening.getByRole('group', { name: 'Choose a slide' }).boundingBox();
      if (!button || !slides) throw new Error('The opening has no button or nothing that turns it.');
      if (slides.y < button.y + button.height && slides.x < button.x + button.width)
        covered.push(`${width} by ${height}`);
    }
    expect(covered).toEqual([]);
  });

  test.each([
    [390, 844],
    [768, 1024],
    [1440, 900],
  ])('the button of the opening stands in the same place on every slide, at %i by %i', async (width, height) => {
    const { page } = tab();
    await page.setViewportSize({ width, height });
    await page.goto('/');
    const buttons = page.getByRole('group', { name: 'What we make', exact: true }).locator('form > button');
    const tops = await buttons.evaluateAll((all) =>
      all.map((button) => Math.round(button.getBoundingClientRect().top)),
    );
    expect(tops).toHaveLength(3);
    expect(new Set(tops).size).toBe(1);
  });
});

/** Returns the elements that are wider than their place at this text size, in percent. */
const spilling = (percent: number): string[] => {
  const root = document.documentElement;
  root.style.setProperty('font-size', `${percent}%`);
  const wide = root.scrollWidth > root.clientWidth ? [`the page: ${root.scrollWidth} px wide`] : [];
  const scrolls = (node: Element | null): boolean =>
    node !== null && (/auto|scroll/.test(getComputedStyle(node).overflowX) || scrolls(node.parentElement));
  const isCut = (node: Element) =>
    node.getBoundingClientRect().right > root.clientWidth + 1 && !scrolls(node.parentElement);
  const words = [
    ...document.querySelectorAll(':is(main, footer, aside) :is(h1, h2, h3, p, li, dt, dd, label, button, a)'),
  ].filter(
    (node) =>
      node.checkVisibility() &&
      node.clientWidth > 1 &&
      (node.scrollWidth > node.clientWidth + 2 || isCut(node)) &&
      !node.querySelector(':scope > img:only-child') &&
      getComputedStyle(node).display !== 'inline',
  );
  return [...wide, ...words.map((node) => `${percent} %: ${node.textContent?.slice(0, 40)}`)];
};

test('the enquiry modal bears text twice as large on a phone', async () => {
  const { page, close } = await visit(browser(), { viewport: PHONE, reducedMotion: 'reduce' });
  await page.goto('/contact');
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  const modal = page.getByRole('dialog', { name: "Got an Idea? Let's Make It Happen" });
  await modal.getByLabel('Name').waitFor();
  expect(await modal.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBe(0);
  await close();
});

test('a chosen file keeps its name and what can be done with it apart, on a small phone with text twice as large, too', async () => {
  const { page, close } = await visit(browser(), { reducedMotion: 'reduce' });
  await page.goto('/design-studio');
  await alive(page);
  const file = page.locator('main form [data-filled]');
  await page.locator('main form input[type="file"]').setInputFiles(pngOf('collar.png', 8));
  const words = [file.getByText('collar.png'), file.getByText('Change'), file.getByText('Remove')];
  const faults: string[] = [];
  for (const [width, percent] of [
    [1280, 100],
    [390, 100],
    [390, 150],
    [320, 200],
  ] as const) {
    await page.setViewportSize({ width, height: 640 });
    await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), `${percent}%`);
    const ends = await file.evaluate((zone) => zone.getBoundingClientRect().right);
    const lines = await Promise.all(
      words.map((word) =>
        word.evaluate((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          // A button counts with its whole area, not only its words.
          const { left, right, top, bottom } = (element.closest('button') ?? range).getBoundingClientRect();
          return { left, right, top, bottom };
        }),
      ),
    );
    const [name, change, remove] = lines;
    if (!name || !change || !remove) throw new Error('No file is shown.');
    if (remove.left < change.right + 8 && remove.top < change.bottom - 1 && remove.right > change.left - 8)
      faults.push(`at ${width} px and ${percent} % "Remove" touches "Change"`);
    if (percent === 100 && remove.top > change.bottom) faults.push(`at ${width} px "Remove" stands below "Change"`);
    if (lines.some(({ right }) => right > ends)) faults.push(`at ${width} px and ${percent} % a word leaves the field`);
  }
  expect(faults).toEqual([]);
  await close();
});

test('header and bar leave a phone its window when text is twice as large', async () => {
  const { page, close } = await visit(browser(), { viewport: PHONE, reducedMotion: 'reduce' });
  await page.goto('/contact');
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  const header = await page.getByRole('banner').boundingBox();
  const bar = await page.getByRole('complementary', { name: 'Ask us' }).boundingBox();
  if (!header || !bar) throw new Error('The page has no header or no bar.');
  expect(header.height + bar.height).toBeLessThan(PHONE.height / 3);
  await close();
});

describe('without scripts', () => {
  const tab = oneTab(browser, { javaScriptEnabled: false });

  test.each([...ASKING, ...TELLING, '/success', '/no-such-page'])(
    '%s bears text twice as large on a desktop and a phone',
    async (path) => {
      const { page } = tab();
      await page.goto(path);
      const faults: string[] = [];
      for (const [width, height, percent] of [
        [1440, 900, 200],
        [390, 844, 200],
        [320, 640, 200],
      ] as const) {
        await page.setViewportSize({ width, height });
        faults.push(...(await page.evaluate(spilling, percent)));
      }
      expect(faults).toEqual([]);
    },
  );

  test('sentences are at least 16 px, labels at least 14, and the body 17 or more on a wide screen', async () => {
    const { page } = tab();
    await page.setViewportSize({ width: 390, height: 844 });
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
  });
});
