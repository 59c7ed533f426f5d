import { sample, TAKES_ALL } from '@wholepage/tooling/sample';
import type { Locator, Page } from 'playwright-core';
import { alive, launchWithoutPictures, PHONE, visit } from '../src/browser/browser';
import { oneBrowser, oneByOne } from '../src/browser/one-tab';
import { eventually } from '../src/eventually';
import { SECTOR_ROUTES } from '../src/spec';

const browser = oneBrowser(launchWithoutPictures);
const nextVisit = oneByOne(browser);

describe('the products menu', () => {
  const open = async (path = '/contact') => {
    const visitor = await nextVisit();
    await visitor.page.goto(path);
    await alive(visitor.page);
    const nav = visitor.page.locator('header nav').first();
    return {
      ...visitor,
      button: nav.getByRole('button', { name: 'Our Products menu' }),
      link: nav.getByRole('link', { name: 'Healthcare' }),
    };
  };

  test('opens on hover from 992 px, and closes when the mouse leaves', async () => {
    const { page, button, link, close } = await open();
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    await page.locator('header nav').getByRole('link', { name: 'Our Products', exact: true }).hover();
    await link.waitFor({ state: 'visible' });
    expect(await button.getAttribute('aria-expanded')).toBe('true');
    await page.mouse.move(640, 800);
    await link.waitFor({ state: 'hidden' });
    await close();
  });

  test('stays closed after a link in it was followed, though the mouse comes upon it as it fades', async () => {
    const { page, button, link, close } = await open();
    await page.locator('header nav').getByRole('link', { name: 'Our Products', exact: true }).hover();
    const { x, y } = (await link.boundingBox()) ?? { x: 0, y: 0 };
    await page.evaluate(() => document.documentElement.style.setProperty('--fast', '3s'));
    await link.click();
    await page.locator('header nav [aria-expanded="false"]').waitFor();
    // As at the end of a cross-fade, during which the mouse is on no element.
    await page.mouse.move(640, 800);
    await page.mouse.move(x + 5, y + 5);
    await link.waitFor({ state: 'hidden' });
    expect(await button.getAttribute('aria-expanded')).toBe('false');
    await close();
  });

  test('toggles by keyboard; Escape closes it and gives focus back', async () => {
    const { page, button, link, close } = await open();
    await button.focus();
    await page.keyboard.press('Enter');
    await link.waitFor({ state: 'visible' });
    await page.keyboard.press('Tab');
    await page.keyboard.press('Escape');
    await link.waitFor({ state: 'hidden' });
    expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press(' ');
    await link.waitFor({ state: 'visible' });
    await page.keyboard.press(' ');
    await link.waitFor({ state: 'hidden' });
    await close();
  });

  test('opens the part of the furnishings page that a link names, at the one address of all', async () => {
    const { page, button, close } = await open();
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Roller Blinds', exact: true }).click();
    await page.getByRole('tab', { name: 'Curtains and Upholstery', selected: true }).waitFor();
    await eventually('its part is in view', 5_000, () =>
      page.locator('#curtains').evaluate((part) => {
        const { top } = part.getBoundingClientRect();
        return top >= 0 && top < window.innerHeight / 2;
      }),
    );
    expect(page.url()).toMatch(/\/ambience-and-harmony$/);
    // The same works from the page itself, once the menu has closed.
    await page.getByRole('link', { name: 'Roller Blinds', exact: true }).waitFor({ state: 'hidden' });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Bathroom Furnishings', exact: true }).click();
    await page.locator('#bath').waitFor();
    await page.getByRole('tab', { name: 'Bath Essentials', selected: true }).waitFor();
    await close();
  });

  if (TAKES_ALL)
    test('leads to all industries and furnishings', async () => {
      const { page, button, close } = await open();
      await button.focus();
      await page.keyboard.press('Enter');
      const panel = page.locator(`[id="${await button.getAttribute('aria-controls')}"]`);
      const links = await panel
        .getByRole('link')
        .evaluateAll((all) => all.map((a) => [a.textContent, a.getAttribute('href')]));
      expect(links.map(([, href]) => href)).toEqual([
        ...SECTOR_ROUTES,
        ...Array.from({ length: 5 }, () => '/ambience-and-harmony'),
      ]);
      expect(links.map(([text]) => text)).toEqual(
        expect.arrayContaining([
          'Retail & Corporate',
          'Aviation',
          'Bed Linens',
          'Pillows/Cushions',
          'Curtains',
          'Roller Blinds',
          'Bathroom Furnishings',
        ]),
      );
      await close();
    });
});

test.each(sample([320, 390, 768, 1440], [320]))(
  'at %i px the top bar reaches the company in its three ways',
  async (width) => {
    const { page, close } = await nextVisit();
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/contact');
    const bar = page.locator('header > div').first();
    for (const scheme of ['tel:', 'mailto:', 'https://wa.me/']) {
      expect(await bar.locator(`a[href^="${scheme}"]`).isVisible()).toBe(true);
    }
    // The links' names are visible words: hidden ones do not count.
    expect(await bar.getByRole('link', { name: /\w/ }).count()).toBe(3);
    await close();
  },
);

describe('the drawer of small screens', () => {
  test('is the links at the foot where no script of the layout comes', async () => {
    const { page, close } = await visit(browser(), { viewport: PHONE, hasTouch: true });
    await page.route('**/shell/**/*.js', (route) => route.abort());
    await page.goto('/');
    await page.getByRole('button', { name: 'Menu', exact: true }).tap();
    // The browser scrolls to the footer of the same page.
    await page.waitForFunction(() => {
      const footer = document.querySelector('footer')?.getBoundingClientRect();
      return location.hash === '#footer' && footer !== undefined && footer.top < innerHeight / 2;
    });
    await close();
  });

  test('traps focus, closes by Escape with focus back, and by a link', async () => {
    const { page, close } = await visit(browser(), { viewport: PHONE, hasTouch: true });
    await page.goto('/');
    await alive(page);
    const menu = page.getByRole('button', { name: 'Menu', exact: true });
    await menu.click();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await drawer.waitFor();
    await drawer.getByRole('button', { name: 'Our Products menu' }).click();
    await drawer.getByRole('link', { name: 'Aviation' }).waitFor();
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    expect(await menu.evaluate((element) => element === document.activeElement)).toBe(true);
    await menu.click();
    await drawer.getByRole('link', { name: 'Design Studio' }).click();
    await page.waitForURL('**/design-studio');
    await drawer.waitFor({ state: 'detached' });
    await close();
  });
});

describe('the enquiry modal', () => {
  test('opens from the hero, keeps the page still, closes by Escape and returns focus', async () => {
    const { page, close } = await nextVisit();
    await page.goto('/');
    await alive(page);
    const opener = page.locator('main').getByRole('button', { name: "Let's Get Started" }).first();
    await opener.click();
    const modal = page.getByRole('dialog', { name: "Got an Idea? Let's Make It Happen" });
    await modal.waitFor();
    const name = modal.getByRole('textbox', { name: 'Name' });
    expect(await name.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Escape');
    await modal.waitFor({ state: 'detached' });
    expect(await opener.evaluate((element) => element === document.activeElement)).toBe(true);
    await opener.click();
    await modal.getByRole('button', { name: 'Close' }).click();
    await modal.waitFor({ state: 'detached' });
    await close();
  });

  if (TAKES_ALL)
    test('with scripts off its button leads to the contact page', async () => {
      const { page, close } = await visit(browser(), { javaScriptEnabled: false });
      await page.goto('/');
      await page.locator('main').getByRole('button', { name: "Let's Get Started" }).first().click();
      await page.waitForURL('**/contact**');
      await close();
    });
});

test('with scripts off the links stand below the name on small screens, and nothing is wider than the page', async () => {
  const { page, close } = await visit(browser(), { javaScriptEnabled: false });
  await page.goto('/contact');
  for (const width of [320, 390, 768]) {
    await page.setViewportSize({ width, height: 800 });
    await page.getByRole('banner').getByRole('link', { name: 'Our Projects', exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
  await close();
});

if (TAKES_ALL)
  test.each([640, 992, 1024, 1180, 1280, 1366, 1440, 1920])(
    'at %i px the header has the name on its line, at the start and scrolled, and its button ends where the page does',
    async (width) => {
      const { page, close } = await nextVisit();
      await page.setViewportSize({ width, height: 700 });
      await page.goto('/contact');
      await alive(page);
      const header = page.locator('header').first();
      const name = header.getByText('Nool & Needle', { exact: true }).last();
      const button = header.getByRole('button', { name: "Let's Get Started", includeHidden: true });
      const end = header.locator('> div').last();
      const places = async () => ({
        name: (await name.boundingBox())?.x,
        link: (await header.getByRole('link', { name: 'Home', exact: true, includeHidden: true }).first().boundingBox())
          ?.x,
        button: (await button.boundingBox())?.x,
      });
      const before = await places();
      await page.mouse.wheel(0, 400);
      await page.waitForFunction(() => window.scrollY > 300);
      expect(await places()).toEqual(before);
      expect((await name.boundingBox())?.width).toBeGreaterThan(100);
      const hasButton = width < 992 || width >= 1280;
      expect(await button.isVisible()).toBe(hasButton);
      if (width >= 1280) {
        const [box, row] = [
          await button.boundingBox(),
          await end.evaluate((line) => {
            const { right } = line.getBoundingClientRect();
            return { right: right - Number.parseFloat(getComputedStyle(line).paddingRight), height: line.clientHeight };
          }),
        ];
        expect((box?.x ?? 0) + (box?.width ?? 0)).toBeCloseTo(row.right, 0);
        expect(row.height).toBeLessThan(80);
      }
      await close();
    },
  );

if (TAKES_ALL)
  test('the thread down the page and the button of the header follow the scrolling', async () => {
    const { page, close } = await visit(browser(), { viewport: { width: 1366, height: 768 } });
    await page.goto('/about-us');
    await alive(page);
    const button = page.locator('header').getByRole('button', { name: "Let's Get Started" });
    const looks = async () => [
      await page.locator('main > [aria-hidden] > div').evaluate((thread) => getComputedStyle(thread).transform),
      await button.evaluate((element) => getComputedStyle(element).backgroundColor),
    ];
    const before = await looks();
    await page.mouse.wheel(0, 800);
    await page.waitForFunction(() => window.scrollY > 700);
    const after = await looks();
    expect(after[0]).not.toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
    await close();
  });

if (TAKES_ALL)
  test('in forced colours the button of the header has a border, at the start and scrolled', async () => {
    const { page, close } = await visit(browser(), { viewport: { width: 1366, height: 768 }, forcedColors: 'active' });
    await page.goto('/about-us');
    await alive(page);
    const button = page.locator('header').getByRole('button', { name: "Let's Get Started" });
    const edge = () =>
      button.evaluate((element) => {
        const { borderTopWidth, borderTopStyle, borderTopColor, backgroundColor } = getComputedStyle(element);
        return [borderTopWidth, borderTopStyle, borderTopColor !== backgroundColor];
      });
    expect(await edge()).toEqual(['2px', 'solid', true]);
    await page.mouse.wheel(0, 800);
    await page.waitForFunction(() => window.scrollY > 700);
    expect(await edge()).toEqual(['2px', 'solid', true]);
    await close();
  });

test('one entry of the navigation is underlined at a time', async () => {
  const { page, close } = await nextVisit();
  await page.setViewportSize({ width: 1366, height: 768 });
  await page.goto('/contact');
  await alive(page);
  const underlined = () =>
    page.locator('header nav > ul > li > a').evaluateAll((links) =>
      links
        .filter((link) => {
          for (const animation of document.getAnimations()) animation.finish();
          return !getComputedStyle(link, '::after').clipPath.includes('100%');
        })
        .map((link) => link.textContent),
    );
  expect(await underlined()).toEqual(['Contact']);
  await page.locator('header nav').getByRole('link', { name: 'Our Products', exact: true }).hover();
  expect(await underlined()).toEqual(['Our Products']);
  await page.locator('header nav').getByRole('link', { name: 'Aviation' }).hover();
  expect(await underlined()).toEqual(['Our Products']);
  await close();
});

/** Returns the name of the focused element when something else covers its middle. */
const coveredFocus = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const at = document.activeElement;
    const { left = 0, top = 0, width = 0, height = 0 } = at?.getBoundingClientRect() ?? {};
    const seen = document.elementFromPoint(left + width / 2, top + height / 2);
    return at?.contains(seen) ? [] : [at?.textContent || at?.getAttribute('name') || ''];
  });

const hasFocus = (element: Locator): Promise<boolean> => element.evaluate((node) => node === document.activeElement);

if (TAKES_ALL)
  test('going back through a page by keyboard, nothing that has focus lies under the header', async () => {
    const { page, close } = await nextVisit();
    await page.setViewportSize({ width: 1280, height: 600 });
    await page.goto('/contact');
    await alive(page);
    await page.locator('footer a').last().focus();
    const covered: string[] = [];
    const skip = page.getByRole('link', { name: 'Skip to the content' });
    for (let stop = 0; stop < 80 && !(await hasFocus(skip)); stop++) {
      covered.push(...(await coveredFocus(page)));
      await page.keyboard.press('Shift+Tab');
    }
    expect(await hasFocus(skip)).toBe(true);
    expect(covered).toEqual([]);
    await close();
  });

if (TAKES_ALL)
  test('going through the footer of a phone by keyboard, text twice as large, nothing that has focus lies under the bar', async () => {
    const { page, close } = await nextVisit();
    await page.setViewportSize(PHONE);
    await page.goto('/contact');
    await alive(page);
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
    await page.locator('footer a').first().focus();
    const covered: string[] = [];
    const call = page.getByRole('complementary', { name: 'Ask us' }).getByRole('link', { name: 'Call' });
    for (let stop = 0; stop < 40 && !(await hasFocus(call)); stop++) {
      covered.push(...(await coveredFocus(page)));
      await page.keyboard.press('Tab');
    }
    expect(await hasFocus(call)).toBe(true);
    expect(covered).toEqual([]);
    await close();
  });

test('a keyboard reaches the content by the skip link first', async () => {
  const { page, close } = await nextVisit();
  await page.goto('/contact');
  await alive(page);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => window.location.hash)).toBe('#main');
  await close();
});
