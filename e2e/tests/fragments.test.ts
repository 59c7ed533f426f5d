import type { Page } from 'playwright-core';
import { alive, launchAtRest, visit } from '../src/browser/browser';
import { oneBrowser } from '../src/browser/one-tab';

const browser = oneBrowser(launchAtRest);

const CARD = '[data-fragment="mf-products/line-card"]';
const POST = '[data-fragment="mf-blog/latest-post"]';
const PRICES = '[data-fragment="mf-courses/course-prices"]';

const VISITS = 10;

/** Opens a page, and reloads it until the fragment is ready: a composer under load may first send the fallback. */
async function openReady(page: Page, path: string, fragment: string): Promise<void> {
  await page.goto(path);
  for (let visits = 1; visits < VISITS; visits += 1) {
    if ((await page.locator(fragment).getAttribute('data-state')) === 'ready') return;
    await page.reload();
  }
  await page.locator(`${fragment}[data-state="ready"]`).waitFor({ state: 'attached' });
}

test('without scripts a post ends with the card of the line that it speaks of, in place of its own link', async () => {
  const { page, close } = await visit(browser(), { javaScriptEnabled: false });
  await openReady(page, '/blog/scrubs-and-the-hot-wash', CARD);
  const card = page.locator(CARD);
  expect(await card.getByRole('link').getAttribute('href')).toBe('/product/healthcare-clinics-wellness');
  await card.getByRole('img').waitFor();
  await page.locator('[data-fragment-fallback]').waitFor({ state: 'hidden' });
  await close();
});

test('a post on what to wear shows the courses with their prices of now', async () => {
  const { page, errors, close } = await visit(browser());
  await openReady(page, '/blog/what-a-colour-does-to-a-face', PRICES);
  await alive(page);
  const prices = await page.locator(PRICES).getByText('₹').allTextContents();
  expect(prices).toEqual(['₹50,000 + GST', '₹1,00,000 + GST', '₹2,00,000', 'from ₹50,000 + GST']);
  expect(errors).toEqual([]);
  await close();
});

test('without scripts a sector shows the latest post that fits it, however old', async () => {
  const { page, close } = await visit(browser(), { javaScriptEnabled: false });
  await openReady(page, '/product/healthcare-clinics-wellness', POST);
  const post = page.locator(POST).getByRole('link');
  expect(await post.getAttribute('href')).toBe('/blog/scrubs-and-the-hot-wash');
  await close();
});

test('the page about the company names the courses with their prices of now', async () => {
  const { page, close } = await visit(browser(), { javaScriptEnabled: false });
  await openReady(page, '/about-us', PRICES);
  const prices = await page.locator(PRICES).getByText('₹').allTextContents();
  expect(prices).toEqual(['₹50,000 + GST', '₹1,00,000 + GST', '₹2,00,000', 'from ₹50,000 + GST']);
  await close();
});

test('a visitor who goes to the post from the list gets its fragments, too, and loses them when going on', async () => {
  const { page, errors, close } = await visit(browser());
  await page.goto('/blog?page=2');
  await alive(page);
  const link = page.locator('main').getByRole('link').filter({ hasText: 'What a colour does to a face' });
  for (let list = 1; (await link.count()) === 0 && list < 4; list += 1) {
    await page.goto(`/blog?page=${list}`);
    await alive(page);
  }
  await link.first().click();
  await page.locator(`${PRICES}[data-state="ready"]`).waitFor();
  expect(await page.locator(PRICES).getByRole('listitem').count()).toBe(4);
  await page.goBack();
  await page.locator(PRICES).waitFor({ state: 'detached' });
  expect(errors).toEqual([]);
  await close();
});
