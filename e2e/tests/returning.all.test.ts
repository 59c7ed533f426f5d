import { brotliCompressSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { alive, launch, visit } from '../src/browser/browser';
import { reissue } from '../src/faults/reissue';
import { type OwnComposer, startOwnComposer } from '../src/servers/own-composer';

let browser: Browser;
let own: OwnComposer;
beforeAll(async () => {
  [browser, own] = await Promise.all([launch(), startOwnComposer()]);
}, 60_000);
afterAll(() => Promise.all([browser.close(), own.stop()]));

const MOST_BYTES = 15_000;

test('who comes back after a release of one line fetches what that line changed', async () => {
  const { page, close } = await visit(browser, { baseURL: own.origin });
  await page.goto('/blog');
  await alive(page);
  const version = await reissue(own.store, 'mf-blog', (file, text) =>
    /page-list\.js$|render\.mjs$/.test(file) ? text.replaceAll('The Swatch Book', 'The Swatch Books') : text,
  );
  await own.untilServed('/blog', version);
  await page.goto('/blog');
  await alive(page);
  await page.locator('main').getByRole('heading', { level: 1, name: 'The Swatch Books' }).waitFor();
  const fetched = await page.evaluate(() =>
    (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
      .filter(({ name, transferSize }) => transferSize > 0 && /\.(js|css|woff2)$/.test(name))
      .map(({ name }) => name),
  );
  const files = [...new Set(fetched)];
  expect(files.map((url) => url.split('/').at(-1)?.split('.')[0]).sort()).toEqual(['entry', 'page-list']);
  // An edited release has no compressed copies, unlike a built one, so the test compresses its files.
  const sizes = files.map(async (url) => brotliCompressSync(await (await fetch(url)).arrayBuffer()).length);
  expect((await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_BYTES);
  await close();
});
