import type { Browser } from 'playwright-core';
import { alive, launch, visit } from '../src/browser';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

it('is turned over, labelled and looked at closely by keyboard alone', async () => {
  const { page, errors, close } = await visit(browser, { reducedMotion: 'reduce' });
  await page.goto('/product/hospitality-resorts');
  await alive(page);

  const turn = page.getByRole('button', { name: 'Turn over Chefs' });
  await turn.focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: 'Chef’s jacket' });
  await sheet.getByText('2.04.06 / 401').waitFor();
  await page.keyboard.press('Tab');
  expect(await sheet.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'hidden' });
  expect(await turn.evaluate((element) => element === document.activeElement)).toBe(true);

  await page.getByRole('textbox', { name: /Whose name/ }).focus();
  await page.keyboard.type('Hotel Maravai');
  await page.locator('[data-noted] p', { hasText: 'Hotel Maravai' }).waitFor();
  const subject = page.getByRole('textbox', { name: /Subject/ });
  expect(await subject.inputValue()).toBe('Hospitality & Resorts, for Hotel Maravai');

  const slider = page.getByRole('slider', { name: 'Washes' });
  await slider.focus();
  const reading = page.getByRole('status').filter({ hasText: 'wash' });
  await page.waitForFunction(() => document.querySelector('input[type=range]')?.hasAttribute('aria-valuetext'));
  await page.keyboard.press('End');
  await reading.getByText('wash 40 of 40').waitFor();
  await page.keyboard.press('ArrowLeft');
  await reading.getByText('wash 39 of 40').waitFor();
  expect(errors).toEqual([]);
  await close();
});

it('turns over with scripts off, for the enquiry leads to the contact page', async () => {
  const { page, close } = await visit(browser, { javaScriptEnabled: false });
  await page.goto('/product/corporate-admin');
  await page.getByRole('button', { name: 'Turn over Pilots' }).click();
  const sheet = page.getByRole('dialog', { name: 'Captain’s jacket' });
  await sheet.getByRole('img', { name: /captain’s jacket from the back/ }).waitFor();
  await sheet.getByRole('button', { name: 'Ask about this outfit' }).click();
  await page.waitForURL(/\/contact/);
  await close();
});
