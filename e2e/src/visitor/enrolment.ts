import { randomUUID } from 'node:crypto';
import type { Browser, FrameLocator, Locator, Page, Route } from 'playwright-core';
import { alive, SITE } from '../browser/browser';

/** A page with courses to enrol in. */
export interface Offer {
  path: string;
  /** Name of the button that opens the form. */
  button: string;
  /** The course in the form, and the text of its price there. */
  course: string;
  price: string;
  /** Amount charged, in paise. */
  amount: number;
}

/** The first enrolment button of three pages with payments; together they offer all three courses. */
export const ONLINE: Offer = {
  path: '/courses',
  button: 'Enrol Now in the Online Course',
  course: 'Online Course',
  price: '₹50,000 + GST',
  amount: 5_000_000,
};
export const ONLY_OFFLINE: Offer = {
  path: '/courses/3',
  button: 'Enrol Now',
  course: 'Only Offline Course',
  price: '₹2,00,000',
  amount: 20_000_000,
};
export const ONE_ON_ONE: Offer = {
  path: '/one-on-one-transformation',
  button: 'Enrol in the Offline Course',
  course: 'One-on-one transformation, Offline Course',
  price: '₹1,00,000 + GST',
  amount: 10_000_000,
};

/** Texts to type, by the fields' labels. */
export const ANSWERS = { Name: 'Meena Raman', Email: 'meena@example.com', Phone: '98400 11111' };

export const ORDER = '**/create_order.php';
export const CONFIRMATION = '**/confirm_payment.php';
export const CHECKOUT_SCRIPT = '**/checkout.js';

/** Card numbers of the sandbox. */
export const GOOD_CARD = '4111 1111 1111 1111';
export const DECLINED_CARD = '4100 2800 0006 0003';
export const DECLINED_TEXT =
  'Your payment did not go through as it was declined by the bank. Try another payment method or contact your bank.';

export const formOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Enrol Now', exact: true });
export const payButton = (page: Page): Locator =>
  formOf(page).getByRole('button', { name: 'Proceed to Payment', exact: true });
export const field = (page: Page, label: string): Locator => formOf(page).getByLabel(label, { exact: true });

/** Opens the enrolment form from its page. */
export async function openForm(page: Page, { path, button }: Offer): Promise<void> {
  await page.goto(path);
  await alive(page);
  await page.locator('main').getByRole('button', { name: button, exact: true }).first().click();
  await formOf(page).waitFor();
}

export async function fillForm(page: Page, answers = ANSWERS): Promise<void> {
  for (const [label, text] of Object.entries(answers)) await field(page, label).fill(text);
}

/** Expects the idle form with the typed values. */
export async function expectTyped(page: Page): Promise<void> {
  await payButton(page).waitFor();
  const typed = await Promise.all(
    Object.keys(ANSWERS).map(async (label) => [label, await field(page, label).inputValue()] as const),
  );
  expect(Object.fromEntries(typed)).toEqual(ANSWERS);
}

/** The provider's dialog in the page. */
export const checkoutOf = (page: Page): Locator => page.getByRole('dialog', { name: /^Payment to .+ \(sandbox\)$/ });

/** Presses the form's button and waits for the provider's card form. @returns the card form's frame and the order's id */
export async function startPayment(
  page: Page,
  button = payButton(page),
): Promise<{ frame: FrameLocator; orderId: string }> {
  const answer = page.waitForResponse(ORDER);
  await button.click();
  const { id } = (await (await answer).json()) as { id: string };
  const frame = checkoutOf(page).locator('iframe').contentFrame();
  await frame.getByRole('heading', { name: 'Pay by card', exact: true }).waitFor();
  return { frame, orderId: id };
}

/** Pays in the provider's dialog as a cardholder does: card, then the bank's one-time password. */
export async function payByCard(frame: FrameLocator, number: string): Promise<void> {
  await frame.getByLabel('Card number', { exact: true }).fill(number);
  await frame.getByLabel('Expiry (MM/YY)', { exact: true }).fill('12/39');
  await frame.getByLabel('CVV', { exact: true }).fill('123');
  await frame.getByRole('button', { name: /^Pay ₹/ }).click();
  await frame.getByLabel('One-time password', { exact: true }).fill('1234');
  await frame.getByRole('button', { name: 'Submit', exact: true }).click();
}

/** Waits for the success page, which shows the payment id of its address. @returns that id */
export async function paidAs(page: Page): Promise<string> {
  await page.waitForURL('**/success?payment_id=*');
  const id = new URL(page.url()).searchParams.get('payment_id') ?? '';
  await page.getByRole('heading', { level: 1, name: 'Payment Successful!', exact: true }).waitFor();
  await page.locator('main').getByText(id, { exact: true }).waitFor();
  return id;
}

/**
 * Enrols in the online course and pays for it, in a new browser context. Each call has its own e-mail address: a second
 * payment from one address would be a problem to settle.
 * @param before runs between order and payment
 * @returns the payment id
 */
export async function enrolAndPay(
  browser: Browser,
  name: string,
  before?: (orderId: string) => Promise<unknown>,
): Promise<string> {
  const visitor = await browser.newContext({ baseURL: SITE });
  const page = await visitor.newPage();
  await openForm(page, ONLINE);
  await fillForm(page, { ...ANSWERS, Name: name, Email: `${randomUUID()}@example.com` });
  const { frame, orderId } = await startPayment(page);
  await before?.(orderId);
  await payByCard(frame, GOOD_CARD);
  const paymentId = await paidAs(page);
  await visitor.close();
  return paymentId;
}

/** Collects a page's requests for payments, in order: the last segment of each address. */
export function paymentCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const last = new URL(request.url()).pathname.split('/').at(-1) ?? '';
    if (['checkout.js', 'create_order.php', 'confirm_payment.php'].includes(last)) calls.push(last);
  });
  return calls;
}

/** Holds the page's next request to an address. @returns a function that waits for the request */
export async function hold(page: Page, address: string): Promise<() => Promise<Route>> {
  let caught: (route: Route) => void = () => {};
  const call = new Promise<Route>((resolve) => {
    caught = resolve;
  });
  await page.route(address, (route) => caught(route), { times: 1 });
  return () => call;
}
