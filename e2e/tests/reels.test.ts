import { TAKES_ALL } from '@wholepage/tooling/sample';
import type { Locator, Page } from 'playwright-core';
import { axeFaults } from '../src/browser/axe';
import { alive, launchWithLightDrawings, PHONE, visit } from '../src/browser/browser';
import { oneBrowser } from '../src/browser/one-tab';

const browser = oneBrowser(launchWithLightDrawings);

const PATH = '/one-on-one-transformation';

describe('a reel', () => {
  const reel = (page: Page) =>
    page.locator('main').getByRole('button', { name: 'Play Finding your colours', exact: true });
  const player = (page: Page) => page.getByRole('dialog', { name: 'Finding your colours', exact: true });

  test('is fetched and plays once it is chosen; button, backdrop and Escape close it with focus back', async () => {
    const { page, errors, close } = await visit(browser());
    const fetched: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname.endsWith('.mp4')) fetched.push(request.url());
    });
    await page.goto(PATH);
    await alive(page);
    await reel(page).scrollIntoViewIfNeeded();
    await page.waitForLoadState('networkidle');
    expect(fetched).toEqual([]);
    expect(await page.locator('video').count()).toBe(0);

    const closings: ((dialog: Locator) => Promise<void>)[] = [
      (dialog) => dialog.getByRole('button', { name: 'Close', exact: true }).click(),
      () => page.mouse.click(4, 4),
      () => page.keyboard.press('Escape'),
    ];
    for (const closeIt of closings) {
      await reel(page).click();
      const dialog = player(page);
      await dialog.waitFor();
      const video = dialog.locator('video');
      await video.evaluate(
        (element: HTMLVideoElement) =>
          new Promise<void>((resolve) => {
            if (element.currentTime > 0) resolve();
            else element.addEventListener('timeupdate', () => element.currentTime > 0 && resolve());
          }),
      );
      expect(await video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(false);
      expect(await video.evaluate((element: HTMLVideoElement) => element.offsetHeight)).toBe(500);
      await closeIt(dialog);
      await dialog.waitFor({ state: 'hidden' });
      expect(await page.locator('video').count()).toBe(0);
      await reel(page).and(page.locator(':focus')).waitFor();
    }
    expect(new Set(fetched).size).toBe(1);
    expect(errors).toEqual([]);
    await close();
  });

  test('is played by the browser itself where no scripts run', async () => {
    const { page, close } = await visit(browser(), { javaScriptEnabled: false });
    await page.goto(PATH);
    await reel(page).click();
    await page.waitForURL(/\.mp4\?$/);
    await page.waitForFunction(() => document.querySelector('video')?.videoWidth);
    await close();
  });

  if (TAKES_ALL)
    test('fits a small screen', async () => {
      const { page, close } = await visit(browser(), {
        viewport: { ...PHONE, height: 560 },
        reducedMotion: 'reduce',
      });
      await page.goto(PATH);
      await alive(page);
      await reel(page).click();
      await player(page).waitFor();
      expect(await axeFaults(page)).toEqual([]);
      const box = await player(page).locator('video').boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(PHONE.width);
      expect(box?.y).toBeGreaterThanOrEqual(0);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(560);
      expect(box?.height).toBeGreaterThan(300);
      await page.setViewportSize({ width: 844, height: 390 });
      expect(await player(page).evaluate((dialog) => dialog.scrollHeight)).toBe(390);
      await close();
    });
});
