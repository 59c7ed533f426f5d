import { SITE } from '../src/browser/browser';
import { oneBrowser, oneTab } from '../src/browser/one-tab';

const tab = oneTab(oneBrowser(), { javaScriptEnabled: false });

test('a light drawing is as large as the true one, and has not a stroke', async () => {
  const { page, errors } = tab();
  await page.goto('/product/industrial-manufacturing');
  const drawing = page.locator('main img[src*=".svg"]').first();
  await drawing.scrollIntoViewIfNeeded();
  await page.waitForLoadState('networkidle');
  const { address, size } = await drawing.evaluate(({ src, naturalWidth, naturalHeight }: HTMLImageElement) => ({
    address: src,
    size: [naturalWidth, naturalHeight],
  }));
  const whole = await (await fetch(new URL(address, SITE))).text();
  expect(whole).toMatch(new RegExp(`^<svg [^>]*width="${size[0]}" height="${size[1]}"`));
  const light = (await page.goto(address))?.text() ?? '';
  expect(await light).toMatch(/^<svg [^>]*><\/svg>$/);
  expect(errors).toEqual([]);
});
