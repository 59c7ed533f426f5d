import type { Page } from 'playwright-core';
import { eventually } from '../eventually';

const SOON_MS = 15_000;

/** Waits until the header's basket shows this number of items. */
export const basketHolds = (page: Page, count: number): Promise<void> =>
  page.getByRole('link', { name: new RegExp(`^Basket, ${count} items?$`) }).waitFor();

/** Fills the checkout's form, submits it and waits for the thank-you page. */
export async function order(page: Page): Promise<void> {
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Field');
  await page.getByText('Central Mall', { exact: true }).click();
  await page.getByRole('button', { name: 'Place order' }).click();
  await page.waitForURL('**/checkout/thanks?order=T*');
  await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor();
}

/** Waits until the basket's button is for this colour and hydrated. Before that its form leads to the basket. */
export const canBuy = async (page: Page, sku: string): Promise<void> => {
  const slot = page.locator('[data-fragment="checkout/add-to-cart"]');
  await slot.locator(`input[value="${sku}"]`).waitFor({ state: 'attached' });
  await eventually('the button answers to scripts', SOON_MS, () =>
    slot.evaluate((element) =>
      Object.entries(element).some(([name, root]) => name.startsWith('__reactContainer') && root),
    ),
  );
};
