import type { Browser } from 'playwright-core';
import { alive, launchWithoutPictures, visit } from '../src/browser/browser';

let browser: Browser;
beforeAll(async () => {
  browser = await launchWithoutPictures();
});
afterAll(() => browser.close());

test('pages without a checkout take no string as a script, and a visitor gets to every remote all the same', async () => {
  const { page, errors, close } = await visit(browser);
  const response = await page.goto('/');
  expect(response?.headers()['content-security-policy']).toMatch(
    /require-trusted-types-for 'script'; trusted-types .*webpack-mf-blog/,
  );
  await alive(page);
  const refused = await page.evaluate(() => {
    const script = document.createElement('script');
    try {
      script.src = 'https://evil.example/x.js';
      return false;
    } catch {
      return true;
    }
  });
  expect(refused).toBe(true);
  errors.length = 0;
  const main = page.locator('main');
  const nav = page.locator('header nav');
  await nav.getByRole('link', { name: 'Blog', exact: true }).click();
  await main.getByRole('heading', { level: 1, name: 'The Swatch Book' }).waitFor();
  // Other tests publish posts, and take them back.
  await main.locator('a[href="/blog/the-last-day-of-a-uniform"]').first().click();
  await main.getByRole('heading', { level: 1 }).filter({ hasNotText: 'The Swatch Book' }).waitFor();
  await page.evaluate(() => history.back());
  await main.getByRole('heading', { level: 1, name: 'The Swatch Book' }).waitFor();
  await nav.getByRole('link', { name: 'Contact', exact: true }).click();
  await main.getByRole('heading', { level: 1, name: 'Contact Us' }).waitFor();
  await page.goto('/product');
  await alive(page);
  await main.locator('a[href^="/product/"]').first().click();
  await page.waitForURL(/\/product\/./);
  await main.getByRole('heading', { level: 1 }).waitFor();
  expect(await page.locator('head script[type="application/ld+json"]').count()).toBeGreaterThan(0);
  expect(errors).toEqual([]);
  await close();
});

test("a page that lets the payment provider's script in does not hold it to our policies", async () => {
  const { page, close } = await visit(browser);
  const response = await page.goto('/courses/1');
  expect(response?.headers()['content-security-policy']).not.toContain('trusted-types');
  await close();
});
