import type { Locator, Page } from 'playwright-core';
import { alive, launchAtRest, PHONE, visit } from '../src/browser/browser';
import { oneBrowser, oneByOne } from '../src/browser/one-tab';
import { dismiss } from '../src/visitor/enquiry-forms';
import {
  ANSWERS,
  checkoutOf,
  DECLINED_CARD,
  DECLINED_TEXT,
  expectTyped,
  formOf,
  GOOD_CARD,
  ONE_ON_ONE,
  ONLINE,
  openForm,
  paidAs,
  payButton,
  payByCard,
  startPayment,
} from '../src/visitor/enrolment';

const browser = oneBrowser(launchAtRest);
const nextVisit = oneByOne(browser);

const MOST_STOPS = 60;

const hasFocus = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === element.ownerDocument.activeElement).catch(() => false);

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not reach ${target}.`);
}

async function typeInto(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

test.each([
  { ...ONLINE, prefix: 'Payment failed: ' },
  { ...ONE_ON_ONE, prefix: 'Payment failed. Error: ' },
])('a course of $path is paid for by keyboard alone, after a dismissal and a refusal', async (offer) => {
  const { page, errors, close } = await nextVisit();
  await page.goto(offer.path);
  await alive(page);
  await tabTo(page, page.locator('main').getByRole('button', { name: offer.button, exact: true }).first());
  await page.keyboard.press('Enter');
  for (const [label, text] of Object.entries(ANSWERS))
    await typeInto(page, formOf(page).getByLabel(label, { exact: true }), text);

  const frame = checkoutOf(page).locator('iframe').contentFrame();
  const card = frame.getByLabel('Card number', { exact: true });
  const pay = async (number: string) => {
    await tabTo(page, payButton(page));
    await page.keyboard.press('Enter');
    await typeInto(page, card, number);
    await typeInto(page, frame.getByLabel('Expiry (MM/YY)', { exact: true }), '12/39');
    await typeInto(page, frame.getByLabel('CVV', { exact: true }), '123');
    await page.keyboard.press('Enter');
    await typeInto(page, frame.getByLabel('One-time password', { exact: true }), '1234');
    await page.keyboard.press('Enter');
  };

  await tabTo(page, payButton(page));
  await page.keyboard.press('Enter');
  await card.waitFor();
  await tabTo(page, card);
  await page.keyboard.press('Escape');
  await checkoutOf(page).waitFor({ state: 'detached' });
  await expectTyped(page);

  await pay(DECLINED_CARD);
  const alert = page.getByRole('alertdialog').filter({ hasText: `${offer.prefix}${DECLINED_TEXT}` });
  await tabTo(page, alert.getByRole('button', { name: 'OK', exact: true }));
  await page.keyboard.press('Enter');
  await expectTyped(page);

  await pay(GOOD_CARD);
  await paidAs(page);
  expect(errors).toEqual([]);
  await close();
});

test.each([
  { ...ONLINE, prefix: 'Payment failed: ' },
  { ...ONE_ON_ONE, prefix: 'Payment failed. Error: ' },
])('a course of $path is paid for on a phone, after a dismissal and a refusal', async ({ prefix, ...offer }) => {
  const { page, errors, close } = await visit(browser(), { viewport: PHONE, hasTouch: true, isMobile: true });
  await openForm(page, offer);
  for (const [label, text] of Object.entries(ANSWERS)) {
    await formOf(page).getByLabel(label, { exact: true }).tap();
    await page.keyboard.type(text);
  }
  const dismissed = await startPayment(page);
  const { width = 0 } = (await checkoutOf(page).boundingBox()) ?? {};
  expect(width).toBeLessThanOrEqual(PHONE.width);
  await dismissed.frame.getByRole('button', { name: 'Close', exact: true }).tap();
  await expectTyped(page);
  const declined = await startPayment(page);
  await payByCard(declined.frame, DECLINED_CARD);
  await dismiss(page, `${prefix}${DECLINED_TEXT}`);
  await expectTyped(page);
  const paid = await startPayment(page);
  await payByCard(paid.frame, GOOD_CARD);
  await paidAs(page);
  expect(errors).toEqual([]);
  await close();
});
