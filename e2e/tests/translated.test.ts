import { sample, TAKES_ALL } from '@wholepage/tooling/sample';
import type { Locator, Page } from 'playwright-core';
import { alive, visit } from '../src/browser/browser';
import { oneBrowser } from '../src/browser/one-tab';
import { leadsOf, newEmail } from '../src/records/leads';
import { GOOD_CARD, payByCard, startPayment } from '../src/visitor/enrolment';
import { bringTranslator, MARK, translateNow } from '../src/wild/translate';

const browser = oneBrowser();

/** Matches a text with or without the translator's mark. */
const translated = (text: string): RegExp => new RegExp(`^${MARK}?${text}$`);

/** Fills fields by their names, which no translator changes. */
async function fillBy(form: Locator, answers: Record<string, string>): Promise<void> {
  for (const [name, text] of Object.entries(answers)) await form.locator(`[name="${name}"]`).fill(text);
}

const h1 = (page: Page, text: string): Promise<void> =>
  page
    .locator('main h1')
    .filter({ hasText: translated(text) })
    .waitFor();

/** Opens a page as a visitor whose browser translates it. @param early true: before hydration; false: after it */
async function foreigner(path: string, early: boolean) {
  const visitor = await visit(browser());
  await bringTranslator(visitor.page, early);
  await visitor.page.goto(path);
  await alive(visitor.page);
  if (!early) await translateNow(visitor.page);
  return visitor;
}

describe.each(
  sample(
    [
      ['before scripts take over', true],
      ['once scripts have taken over', false],
    ],
    ['before scripts take over'],
  ),
)('a page that is translated %s', (_when, early) => {
  if (TAKES_ALL)
    test('says where its carousel stands, each time that it turns', async () => {
      const { page, errors, close } = await foreigner('/', early);
      const next = page.locator('main').getByRole('button', { name: 'Next slide' }).first();
      await next.scrollIntoViewIfNeeded();
      const shown = next.locator('xpath=preceding-sibling::span').locator('[data-per-view="three"]');
      for (const range of ['1–3', '2–4', '3–5']) {
        await shown
          .filter({ hasText: range })
          .or(shown.filter({ hasText: range.replace('–', `–${MARK}`) }))
          .waitFor();
        await next.click();
      }
      expect(errors).toEqual([]);
      await close();
    });

  test('goes on softly, sends an enquiry, and comes back', async () => {
    const { page, errors, close } = await foreigner('/about-us', early);
    const email = newEmail();
    await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
    await page.locator('header nav a[href="/contact"]').click();
    await h1(page, 'Contact Us');
    const form = page.locator('main form[method="post"][novalidate]');
    await form.locator('button[type="submit"]').click();
    await form.getByRole('alert').first().waitFor();
    const answers = { name: 'Meena Raman', email, phone: '98400 11111', subject: 'Whites', message: 'Forty sets.' };
    await fillBy(form, answers);
    await form.locator('button[type="submit"]').click();
    await page.waitForURL('**/thank-you');
    await h1(page, 'Thank You!');
    expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
    expect(await leadsOf(email)).toHaveLength(1);
    await page.goBack();
    await h1(page, 'Contact Us');
    expect(errors).toEqual([]);
    await close();
  });

  if (TAKES_ALL)
    test('takes a payment', async () => {
      const { page, errors, close } = await foreigner('/courses/1', early);
      await page
        .locator('main')
        .getByRole('button', { name: translated('Enrol Now') })
        .first()
        .click();
      const form = page.locator('dialog[open] form');
      await fillBy(form, { name: 'Meena Raman', email: 'meena@example.com', phone: '98400 11111' });
      const { frame } = await startPayment(page, form.locator('button[type="submit"]'));
      await payByCard(frame, GOOD_CARD);
      await page.waitForURL('**/success?payment_id=*');
      await h1(page, 'Payment Successful!');
      expect(errors).toEqual([]);
      await close();
    });
});
