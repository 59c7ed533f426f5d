import type { Browser, Page } from 'playwright-core';
import { ensureChromium } from '../../../verify/chromium';
import { launchForGate } from '../site/launch';
import { untilStill } from './read-page';

let browser: Browser;
beforeAll(async () => {
  ensureChromium();
  browser = await launchForGate();
}, 300_000);
afterAll(() => browser.close());

const growing = async (script: string): Promise<Page> => {
  const page = await browser.newPage();
  await page.setContent(
    `<div id="late"></div><script>const late = document.getElementById('late'); ${script}</script>`,
  );
  return page;
};

const heightOf = (page: Page) => page.evaluate(() => document.getElementById('late')?.offsetHeight);

test('a page that is laid out late is waited for', async () => {
  const page = await growing("setTimeout(() => { late.style.height = '2000px'; }, 300);");
  await untilStill(page);
  expect(await heightOf(page)).toBe(2_000);
});

test('a page that never keeps its height is waited for no longer than a few seconds', async () => {
  const page = await growing("setInterval(() => { late.style.height = late.offsetHeight + 900 + 'px'; }, 20);");
  const began = performance.now();
  await untilStill(page);
  expect(performance.now() - began).toBeLessThan(20_000);
});
