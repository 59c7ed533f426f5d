import type { Page } from 'playwright-core';
import { axeFaults } from '../src/browser/axe';
import { alive, launch, visit } from '../src/browser/browser';
import { oneBrowser } from '../src/browser/one-tab';
import { weigh } from '../src/browser/weigh';
import { eventually } from '../src/eventually';
import { basketHolds, canBuy, order } from '../src/pages/tractor-store';
import { startTractorStore, type TractorStore } from '../src/servers/tractor-store';

const browser = oneBrowser(launch);
let store: TractorStore;
beforeAll(async () => {
  store = await startTractorStore();
}, 300_000);
afterAll(() => store.stop());

const open = (options = {}) => visit(browser(), { baseURL: store.origin, ...options });
const SOON_MS = 15_000;
const STILL = { reducedMotion: 'reduce' } as const;

test('without scripts a visitor browses, chooses a colour, adds, removes, picks a store and orders', async () => {
  const { page, close } = await open({ javaScriptEnabled: false });
  await page.goto('/');
  expect(await page.locator('body').getAttribute('data-boundary-page')).toBe('explore');
  await page.getByRole('link', { name: 'Classics' }).first().click();
  await page.getByRole('link', { name: 'Falcon Crest Work' }).click();
  await page.getByRole('link', { name: 'Harvest Gold' }).click();
  expect(new URL(page.url()).searchParams.get('sku')).toBe('CL-03-YE');
  expect(await page.locator('body').getAttribute('data-boundary-page')).toBe('decide');
  await page.getByRole('button', { name: 'Add to basket' }).click();
  await page.waitForURL('**/checkout/cart');
  await basketHolds(page, 1);
  await page.goto('/product/AU-07?sku=AU-07-YE');
  await page.getByRole('button', { name: 'Add to basket' }).click();
  await basketHolds(page, 2);
  await page.getByRole('button', { name: 'Remove Falcon Crest Work Harvest Gold' }).click();
  await basketHolds(page, 1);
  await page.getByRole('link', { name: 'Checkout' }).click();
  expect(await page.getByRole('banner').count()).toBe(0);
  await order(page);
  await page.goto('/');
  await basketHolds(page, 0);
  await close();
});

test('with scripts the basket counts and colours change in place, without a page load', async () => {
  const { page, errors, close } = await open();
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  await page.goto('/product/CL-03');
  await alive(page);
  const recommended = page.locator('[data-boundary="inspire"]').getByRole('heading', { level: 3 });
  const before = await recommended.allTextContents();
  await page.getByRole('link', { name: 'Rustic Rose' }).click();
  await eventually('other recommendations for the other colour', SOON_MS, async () => {
    const names = await recommended.allTextContents();
    return names.length === 4 && names.join() !== before.join();
  });
  expect(new URL(page.url()).search).toBe('?sku=CL-03-PI');
  await canBuy(page, 'CL-03-PI');
  await page.getByRole('button', { name: 'Add to basket' }).click();
  await basketHolds(page, 1);
  await page.getByRole('link', { name: 'View your basket' }).click();
  await page.getByRole('heading', { level: 1, name: 'Your basket' }).waitFor();
  await page.getByRole('button', { name: 'Remove Falcon Crest Work Rustic Rose' }).click();
  await basketHolds(page, 0);
  expect(loads).toBe(1);
  expect(errors).toEqual([]);
  await close();
});

test('a colour that is chosen before the code of the basket’s button has come is the one that is bought', async () => {
  const { page, errors, close } = await open();
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/_releases\/checkout\/.+\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/product/CL-03', { waitUntil: 'commit' });
  await alive(page);
  const asked = page.waitForResponse(/\/_fragments\/checkout\/add-to-cart/);
  await page.getByRole('link', { name: 'Rustic Rose' }).click();
  await asked;
  release();
  await canBuy(page, 'CL-03-PI');
  await page.getByRole('button', { name: 'Add to basket' }).click();
  await basketHolds(page, 1);
  await page.getByRole('link', { name: 'View your basket' }).click();
  await page.getByRole('button', { name: 'Remove Falcon Crest Work Rustic Rose' }).waitFor();
  expect(errors).toEqual([]);
  await close();
});

test('a press before the basket’s button knows the chosen colour buys nothing', async () => {
  const { page, errors, close } = await open();
  await page.goto('/product/CL-03');
  await alive(page);
  await canBuy(page, 'CL-03-GR');
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/checkout/offers/**', async (route) => {
    await held;
    await route.continue();
  });
  const posts: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.postData() ?? ''));
  await page.getByRole('link', { name: 'Rustic Rose' }).click();
  await page.locator('[data-fragment="checkout/add-to-cart"][aria-busy="true"]').waitFor({ state: 'attached' });
  await page.getByRole('button', { name: 'Add to basket' }).click();
  await page.getByRole('button', { name: 'Add to basket' }).press('Enter');
  release();
  await canBuy(page, 'CL-03-PI');
  await page.getByRole('button', { name: 'Add to basket' }).click();
  await basketHolds(page, 1);
  expect(posts.filter((body) => body.includes('CL-03'))).toEqual([expect.stringContaining('CL-03-PI')]);
  expect(errors).toEqual([]);
  await close();
});

test('recommendations go from explore to inspire and back as a release, on the pages that hold them and no others', async () => {
  const text = async (path: string) => (await fetch(store.origin + path)).text();
  const mainOf = async (path: string) => /<main.*<\/main>/s.exec(await text(path))?.[0];
  const holders = ['/', '/product/CL-01', '/product/AU-02'];
  const others = ['/stores', '/products/all', '/checkout/checkout'];
  const made = (html: string) => html.includes('data-boundary="inspire"');
  const before = await Promise.all(others.map(mainOf));
  const changes = async (isInspire: boolean): Promise<number> => {
    const began = performance.now();
    for (const path of holders)
      await eventually(`${path} changes`, SOON_MS, async () => made(await text(path)) === isInspire);
    return performance.now() - began;
  };
  expect(await changes(true)).toBeGreaterThan(0);
  const said = await store.command('retire', 'inspire', '--why', 'to see who stands in');
  const [, version = ''] = /promote inspire (\S+)`/.exec(said) ?? [];
  expect(await changes(false)).toBeLessThan(2_000);
  expect(await text('/product/CL-01')).toContain('Favourites of ours');
  await store.command('promote', 'inspire', version);
  expect(await changes(true)).toBeLessThan(2_000);
  expect(await Promise.all(others.map(mainOf))).toEqual(before);
});

test('pages with the basket are private, and a form of another site changes nothing', async () => {
  const page = await fetch(`${store.origin}/product/CL-01`);
  expect(page.headers.get('cache-control')).toBe('private, no-store');
  const foreign = await fetch(`${store.origin}/checkout/cart/add`, {
    method: 'POST',
    body: new URLSearchParams({ sku: 'CL-01-GR' }),
    headers: { origin: 'https://elsewhere.example' },
    redirect: 'manual',
  });
  expect(foreign.status).toBe(403);
});

/** Signs in with an account from the README of team checkout. */
async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/checkout/sign-in');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.waitForURL('**/checkout/account');
}

const headed = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();

/** True for Chromium's message about a denied request, which is no fault of the page. */
const isDenial = (error: string): boolean => /status of 40[13]/.test(error);

test('an account leads strangers to its sign-in, by a page load and softly, and the way back leads over neither', async () => {
  const answer = await fetch(`${store.origin}/checkout/account`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([303, '/checkout/sign-in']);
  expect(answer.headers.get('cache-control')).toBe('private, no-store');
  const { page, errors, close } = await open();
  await page.goto('/stores');
  await page.goto('/checkout/account');
  expect(new URL(page.url()).pathname).toBe('/checkout/sign-in');
  await page.goBack();
  await page.waitForURL('**/stores');
  await alive(page);
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads += 1;
  });
  const entries = await page.evaluate(() => window.history.length);
  await page.getByRole('link', { name: 'Your orders' }).click();
  await headed(page, 'Sign in');
  expect(new URL(page.url()).pathname).toBe('/checkout/sign-in');
  // The title changes only after the page is painted.
  await eventually('the title', SOON_MS, async () => (await page.title()) === 'Sign in | The Tractor Store');
  await page.goBack();
  await headed(page, 'Our stores');
  expect(new URL(page.url()).pathname).toBe('/stores');
  expect(await page.evaluate(() => window.history.length)).toBe(entries);
  expect(loads).toBe(0);
  expect(errors.filter((error) => !isDenial(error))).toEqual([]);
  await close();
});

test('a customer finds each order again, and nobody else does, by a page load or softly', async () => {
  const ada = await open();
  const { page } = ada;
  await signIn(page, 'ada@farm.example', 'long furrow');
  await page.getByText('Signed in as Ada Field.').waitFor();
  await page.goto('/product/CL-03');
  await alive(page);
  await canBuy(page, 'CL-03-GR');
  await page.getByRole('button', { name: 'Add to basket' }).click();
  await basketHolds(page, 1);
  await page.goto('/checkout/checkout');
  await order(page);
  const number = new URL(page.url()).searchParams.get('order') ?? '';
  const path = `/checkout/orders/${number}`;
  await alive(page);
  await page.getByRole('link', { name: 'Your orders' }).click();
  await page.getByRole('link', { name: `Order ${number}` }).click();
  await headed(page, `Order ${number}`);
  await page.getByText('1 × Falcon Crest Work').waitFor();
  expect((await page.goto(path))?.status()).toBe(200);
  await headed(page, `Order ${number}`);

  const grace = await open();
  await signIn(grace.page, 'grace@farm.example', 'wide headland');
  const denied = await grace.page.goto(path);
  expect([denied?.status(), denied?.headers()['cache-control']]).toEqual([403, 'private, no-store']);
  await headed(grace.page, 'This field is fenced');
  await grace.close();

  await page.goto('/checkout/account');
  await alive(page);
  const other = await page.context().newPage();
  await other.goto('/checkout/account');
  await other.getByRole('button', { name: 'Sign out' }).click();
  await other.waitForURL('**/');
  await page.getByRole('link', { name: `Order ${number}` }).click();
  await headed(page, 'Sign in first');
  expect(new URL(page.url()).pathname).toBe(path);
  await page.goBack();
  await page.waitForURL('**/checkout/sign-in');
  expect(ada.errors.filter((error) => !isDenial(error))).toEqual([]);
  await ada.close();
});

test('a product page brings at most 90 kB of scripts', async () => {
  const { page, close } = await open();
  const { script = 0 } = await weigh(page, '/product/CL-01');
  expect(script).toBeGreaterThan(40_000);
  expect(script).toBeLessThanOrEqual(90_000);
  await close();
});

/** Every kind of page of the store. */
const KINDS = [
  '/',
  '/products/all',
  '/stores',
  '/product/CL-03',
  '/checkout/cart',
  '/checkout/checkout?missing=storeId',
  '/checkout/thanks',
  '/checkout/sign-in?refused=1',
  '/nowhere',
];

test.each(KINDS)('%s has no fault that axe finds', async (path) => {
  const { page, close } = await open(STILL);
  await page.goto(path);
  if (path !== '/nowhere') await alive(page);
  expect(await axeFaults(page)).toEqual([]);
  await page.getByLabel('Team boundaries').check();
  expect(await axeFaults(page)).toEqual([]);
  await close();
});
