import { liveRemotes } from '@wholepage/tooling/live-site';
import type { Page } from 'playwright-core';
import { alive, launch, visit } from '../src/browser/browser';
import { oneBrowser } from '../src/browser/one-tab';
import { eventually } from '../src/eventually';
import { basketHolds, order } from '../src/pages/tractor-store';
import { startTractorStore, type TractorStore } from '../src/servers/tractor-store';

const browser = oneBrowser(launch);
let store: TractorStore;
beforeAll(async () => {
  store = await startTractorStore();
}, 300_000);
afterAll(() => store.stop());

const open = (options = {}) => visit(browser(), { baseURL: store.origin, ...options });
const SOON_MS = 15_000;
const EXACT = { exact: true };
const STILL = { reducedMotion: 'reduce' } as const;

test('with scripts the checkout knows the chosen store, and confetti falls for those who like motion', async () => {
  for (const [options, pieces] of [
    [{ reducedMotion: 'no-preference' }, 1],
    [STILL, 0],
  ] as const) {
    const { page, errors, close } = await open(options);
    await page.goto('/product/CL-01');
    await alive(page);
    await page.getByRole('button', { name: 'Add to basket' }).click();
    await basketHolds(page, 1);
    await page.goto('/checkout/checkout');
    await alive(page);
    await page.locator('[data-fragment="explore/store-picker"][data-state="ready"]').waitFor();
    await eventually('the checkout hears of the store', SOON_MS, async () => {
      await page.getByText('Big Micro Machines', EXACT).click();
      await page.getByText('Central Mall', EXACT).click();
      return (await page.getByText('Your tractor will wait at Central Mall.').count()) === 1;
    });
    await order(page);
    await alive(page);
    await page.locator(pieces ? '[data-confetti]' : 'main h1').waitFor({ state: 'attached' });
    expect(await page.locator('[data-confetti]').count()).toBe(pieces);
    expect(errors).toEqual([]);
    await close();
  }
});

test('the boundary toggle works without scripts, and is remembered with them', async () => {
  const still = await open({ javaScriptEnabled: false });
  await still.page.goto('/');
  await still.page.getByLabel('Team boundaries').check();
  const shown = (page: Page) =>
    page.locator('header[data-boundary]').evaluate((element) => getComputedStyle(element, '::after').content);
  expect(await shown(still.page)).toBe('"explore"');
  await still.close();
  const { page, close } = await open();
  await page.goto('/');
  await alive(page);
  await page.getByLabel('Team boundaries').check();
  await page.goto('/stores');
  await eventually('the toggle remembers', SOON_MS, () => page.getByLabel('Team boundaries').isChecked());
  expect(await shown(page)).toBe('"explore"');
  await close();
});

/** Fragments: app, name, props, and a text in the result. */
const ALONE = [
  ['explore', 'header', { current: 'machines' }, 'Machines'],
  ['explore', 'footer', {}, 'Nothing here is for sale'],
  ['explore', 'store-picker', {}, 'Aurora Flagship Store'],
  ['explore', 'recommendations', { skus: ['CL-01-GR'] }, 'Heritage Workhorse Verdant Field'],
  ['checkout', 'mini-cart', {}, '2'],
  ['checkout', 'add-to-cart', { sku: 'CL-01-GR' }, 'Add to basket'],
  ['inspire', 'recommendations', { skus: ['CL-01-GR'] }, 'FutureHarvest Navigator'],
] as const;

test('each fragment stands alone on the standalone page of its release, with its scenarios', async () => {
  const live = await liveRemotes(store.origin);
  const { page, errors, close } = await open(STILL);
  for (const [app, name, props, text] of ALONE) {
    const { version } = live.find((remote) => remote.name === app) ?? {};
    const query = new URLSearchParams({ props: JSON.stringify(props), scenario: 'fine' });
    await page.goto(`/_standalone/${app}/${version}/fragments/${name}?${query}`);
    await page.locator('#slot').getByText(text).first().waitFor();
  }
  expect(errors).toEqual([]);
  await close();
});

test('a variant that is not sold is a sentence, and no failure of the release', async () => {
  const ask = (sku: string) =>
    fetch(
      `${store.origin}/_fragments/checkout/add-to-cart?key=k1&props=${encodeURIComponent(JSON.stringify({ sku }))}`,
    );
  const answer = await ask('CL-99-XX');
  expect(await answer.text()).toContain('This one is not sold any more.');
  expect(await (await ask('CL-01-GR')).text()).toContain('Add to basket');
});

test('pages hold text of twice its size on a phone', async () => {
  const { page, close } = await open({ ...STILL, viewport: { width: 390, height: 844 } });
  // The basket has most content with an item in it.
  await page.goto('/product/CL-03?sku=CL-03-YE');
  await page.getByRole('button', { name: 'Add to basket' }).click();
  await basketHolds(page, 1);
  for (const path of ['/', '/products/all', '/product/CL-03', '/stores', '/checkout/cart', '/checkout/checkout']) {
    await page.goto(path);
    await alive(page);
    const overflow = await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%';
      return document.documentElement.scrollWidth - window.innerWidth;
    });
    expect([path, Math.max(0, overflow)]).toEqual([path, 0]);
  }
  await close();
});

/** By day two apps: the one with the most fragments of others, and the one with forms and cookies. */
const RELEASED = process.env.NIGHT ? ['explore', 'decide', 'checkout', 'inspire'] : ['decide', 'checkout'];

test.each(RELEASED)(
  'the release of %s may go live',
  async (app) => {
    expect(await store.command('verify', app)).toMatch(/ may go live: \d+ checks held, /);
  },
  400_000,
);
