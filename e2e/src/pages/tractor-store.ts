import type { Page } from 'playwright-core';

/** As many pieces as the header's basket says. */
export const basketHolds = (page: Page, count: number): Promise<void> =>
  page.getByRole('link', { name: new RegExp(`^Basket, ${count} items?$`) }).waitFor();

/** Fills the checkout's form, sends it, and is thanked. */
export async function order(page: Page): Promise<void> {
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Field');
  await page.getByText('Central Mall', { exact: true }).click();
  await page.getByRole('button', { name: 'Place order' }).click();
  await page.waitForURL('**/checkout/thanks?order=T*');
  await page.getByRole('heading', { level: 1, name: 'Thank you' }).waitFor();
}
