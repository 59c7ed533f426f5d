import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { alive, launch, PHONE, visit } from '../src/browser/browser';
import { eventually } from '../src/eventually';
import { live, slidesInView } from '../src/pages/sections';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

const current = (carousel: Locator, number: number): Locator =>
  carousel.getByRole('button', { name: new RegExp(`^Slide ${number}(:|$)`) }).and(carousel.locator('[aria-current]'));

/** Numbers of the slides whose buttons have `aria-current`; one, if all is well. */
const currentOf = async (carousel: Locator): Promise<number[]> => {
  const counts = await Promise.all([1, 2, 3].map((number) => current(carousel, number).count()));
  return counts.flatMap((count, index) => (count > 0 ? [index + 1] : []));
};

describe('the hero of the home page', () => {
  const TICK = 100;
  /** Lead of the time to pause at: the clock runs until the call arrives, which may take a busy machine a second. */
  const AHEAD_MS = 5_000;

  /** Opens the page with a clock that only the test moves. */
  async function stopped(reducedMotion: 'reduce' | 'no-preference') {
    const visitor = await visit(browser, { reducedMotion });
    const { page } = visitor;
    await page.clock.install();
    await page.goto('/');
    await alive(page);
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + AHEAD_MS);
    return { ...visitor, hero: page.getByRole('group', { name: 'What we make', exact: true }) };
  }

  /** Moves the clock until a slide is shown. @returns the milliseconds moved, to within a few ticks */
  async function until(page: Page, slide: Locator): Promise<number> {
    let passed = 0;
    while ((await slide.count()) === 0 && passed < 20_000) {
      await page.clock.runFor(TICK);
      passed += TICK;
    }
    return passed;
  }

  test('rests 2800 ms and turns in 900 ms, and comes round', async () => {
    const { page, hero, close } = await stopped('no-preference');
    // The paused clock may stand at the second slide already, at an unknown time of its turn.
    for (const turned of [1, 2]) await until(page, current(hero, turned));
    for (const next of [3, 1, 2]) {
      const passed = await until(page, current(hero, next));
      expect(passed).toBeGreaterThanOrEqual(3700 - 2 * TICK);
      expect(passed).toBeLessThanOrEqual(3700 + 3 * TICK);
    }
    await close();
  });

  /** Visible share of each slide's heading, by opacity, at one moment of a turn. */
  const headingsAt = (page: Page, moment: number): Promise<number[]> =>
    page.evaluate((time) => {
      for (const animation of document.getAnimations())
        if (animation instanceof CSSTransition) animation.currentTime = time;
      const opacity = (element: Element | null): number => Number(element && getComputedStyle(element).opacity);
      const slides = [...document.querySelectorAll('[aria-roledescription="slide"]')];
      const top = slides.find((slide) => slide.closest('main') && slide.hasAttribute('data-active'));
      return slides
        .filter(
          (slide) => slide.parentElement === top?.parentElement && slide.checkVisibility({ visibilityProperty: true }),
        )
        .map(
          (slide) =>
            opacity(slide.querySelector('h1, h2')) * (slide === top ? opacity(slide) : 1 - opacity(top ?? null)),
        );
    }, moment);

  test('one headline has left before the other comes', async () => {
    const { page, close } = await visit(browser, { reducedMotion: 'no-preference' });
    await page.goto('/');
    await alive(page);
    const hero = page.getByRole('group', { name: 'What we make', exact: true });
    await hero.getByRole('button', { name: 'Pause slides' }).click();
    const faults: [number, number[]][] = [];
    await hero.getByRole('button', { name: /^Slide 3/ }).evaluate((button) => {
      if (button instanceof HTMLElement) button.click();
    });
    await page.waitForFunction(() => document.querySelectorAll('[data-active]').length > 0);
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.pause();
    });
    for (let moment = 0; moment <= 900; moment += 30) {
      const seen = (await headingsAt(page, moment)).filter((share) => share > 0.05);
      if (seen.length > 1) faults.push([moment, seen]);
    }
    expect(faults).toEqual([]);
    await close();
  });

  test('all slides are printed', async () => {
    const { page, close } = await visit(browser);
    await page.goto('/');
    await page.emulateMedia({ media: 'print' });
    const tops = await page
      .getByRole('group', { name: 'What we make', exact: true })
      .locator('h1, h2')
      .evaluateAll((all) =>
        all
          .filter((heading) => heading.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
          .map((heading) => heading.getBoundingClientRect().top),
      );
    expect(tops).toHaveLength(3);
    expect(tops).toEqual([...new Set(tops)].sort((one, other) => one - other));
    await close();
  });

  test('stands still for those who want less motion, and where it was paused', async () => {
    for (const reducedMotion of ['reduce', 'no-preference'] as const) {
      const { page, hero, close } = await stopped(reducedMotion);
      const pause = hero.getByRole('button', { name: 'Pause slides' });
      if (reducedMotion === 'no-preference') await pause.click();
      await hero.getByRole('button', { name: 'Play slides' }).waitFor();
      // A turn that has started ends first.
      await page.clock.runFor(1_000);
      const shown = await currentOf(hero);
      for (let passed = 0; passed < 10_000; passed += 500) await page.clock.runFor(500);
      expect(await currentOf(hero)).toEqual(shown);
      if (reducedMotion === 'reduce') expect(shown).toEqual([1]);
      await close();
    }
  });
});

describe.each([
  ['/', 'Six customers', 6],
  ['/', 'Six fittings', 6],
  ['/ambience-and-harmony', 'Six rooms', 6],
] as const)('the carousel of %s called "%s"', (path, name, count) => {
  test('shows three with 30 between from 768 px, one below, is turned by its buttons, and loops', async () => {
    const { page, errors, close } = await live(browser, path, { reducedMotion: 'reduce' });
    const carousel = page.getByRole('group', { name, exact: true });
    await carousel.scrollIntoViewIfNeeded();
    await carousel.and(page.locator('[data-live]')).waitFor();
    expect(await slidesInView(carousel)).toEqual({ slides: 3, gaps: [30, 30] });
    const bullets = carousel.getByRole('button', { name: /^Slide \d(:|$)/ });
    expect(await bullets.count()).toBe(count);
    await current(carousel, 1).waitFor();
    await bullets.last().click();
    await current(carousel, count).waitFor();
    await page.keyboard.press('ArrowRight');
    await current(carousel, 1).waitFor();
    expect(await slidesInView(carousel)).toEqual({ slides: 3, gaps: [30, 30] });
    await page.setViewportSize({ width: 767, height: 900 });
    await carousel.scrollIntoViewIfNeeded();
    await page.waitForFunction(() => document.documentElement.clientWidth === 767);
    expect((await slidesInView(carousel)).slides).toBe(1);
    // As when a phone is turned: all three can be used.
    await page.setViewportSize({ width: 844, height: 900 });
    await eventually('three slides', 5_000, async () => (await slidesInView(carousel)).slides === 3);
    expect(errors).toEqual([]);
    await close();
  });
});

describe('a finger', () => {
  /** Opens a page at one of its elements. @returns a touch of its middle by fingers at these distances */
  async function at(path: string, selector: string, options: BrowserContextOptions = {}) {
    const visitor = await visit(browser, { viewport: PHONE, hasTouch: true, isMobile: true, ...options });
    const { page } = visitor;
    await page.goto(path);
    const element = page.locator(selector).first();
    await element.scrollIntoViewIfNeeded();
    const { x, y, width, height } = (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const hand = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...distances: number[]) =>
      hand.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: distances.map((distance, id) => ({ x: x + width / 2 + distance, y: y + height / 2, id })),
      });
    return { ...visitor, element, touch };
  }

  const MOVES = [20, 40, 60, 80, 100];

  test('moves the row of a carousel whose script does not come', async () => {
    const { element, touch, close } = await at('/', '[data-viewport]', { javaScriptEnabled: false });
    await touch('touchStart', 0);
    for (const way of MOVES) await touch('touchMove', -way);
    expect(await element.evaluate((viewport) => viewport.scrollLeft)).toBeGreaterThan(0);
    await close();
  });

  test.each([
    ['/', '[aria-label="What we make"]', '*'],
    ['/', '[aria-label="Six customers"]', ':has([data-live])'],
    ['/product/hospitality-resorts', '[data-strip]', '*'],
  ])('and a second one enlarge what they touch, on %s at %s', async (path, selector, ready) => {
    const { page, element, touch, close } = await at(path, selector);
    await element.and(page.locator(ready)).waitFor();
    if (ready !== '*') expect((await slidesInView(element)).slides).toBe(1);
    await touch('touchStart', -20, 20);
    for (const way of MOVES) await touch('touchMove', -20 - way, 20 + way);
    await touch('touchEnd');
    expect(await page.evaluate(() => visualViewport?.scale)).toBeGreaterThan(1.5);
    await close();
  });
});
