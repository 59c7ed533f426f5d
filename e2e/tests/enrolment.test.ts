import { sample } from '@wholepage/tooling/sample';
import { axeFaults } from '../src/browser/axe';
import { launchAtRest } from '../src/browser/browser';
import { oneBrowser, oneByOne } from '../src/browser/one-tab';
import { dismiss } from '../src/visitor/enquiry-forms';
import {
  CHECKOUT_SCRIPT,
  checkoutOf,
  expectTyped,
  field,
  fillForm,
  formOf,
  type Offer,
  ONE_ON_ONE,
  ONLINE,
  ONLY_OFFLINE,
  ORDER,
  openForm,
  payButton,
  paymentCalls,
} from '../src/visitor/enrolment';

const nextVisit = oneByOne(oneBrowser(launchAtRest));

const ONE_TO_ONE_ONLINE: Offer = {
  ...ONLINE,
  path: ONE_ON_ONE.path,
  button: 'Enrol Now',
  course: 'One-on-one transformation, Online Course',
};

const OFFERS: [name: string, offer: Offer][] = [
  ['online', ONE_TO_ONE_ONLINE],
  ['offline', ONE_ON_ONE],
  ['only-offline', ONLY_OFFLINE],
];

test.each(sample(OFFERS, ['only-offline']))(
  'the %s form names course, price, phone and e-mail, and closes by Escape with focus back',
  async (_, offer) => {
    const { page, close } = await nextVisit();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await openForm(page, offer);
    const form = formOf(page);
    await form.getByText(offer.course, { exact: true }).waitFor();
    await form.getByText(offer.price, { exact: true }).waitFor();
    expect(await form.getByRole('link', { name: /^\+91 / }).getAttribute('href')).toMatch(/^tel:\+91\d{10}$/);
    expect(await form.getByRole('link', { name: /@/ }).getAttribute('href')).toMatch(/^mailto:[^@]+@[^@]+$/);
    expect(await field(page, 'Email').getAttribute('type')).toBe('email');
    expect(await field(page, 'Phone').getAttribute('inputmode')).toBe('numeric');
    for (const label of ['Name', 'Email', 'Phone']) {
      expect(await field(page, label).getAttribute('required')).not.toBeNull();
    }
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await form.waitFor({ state: 'hidden' });
    await page
      .locator('main')
      .getByRole('button', { name: offer.button, exact: true })
      .first()
      .and(page.locator(':focus'))
      .waitFor();
    await close();
  },
);

test('asks for name, e-mail and phone in this order, and leads back to each', async () => {
  const { page, errors, close } = await nextVisit();
  const calls = paymentCalls(page);
  await openForm(page, ONLINE);
  await field(page, 'Name').and(page.locator(':focus')).waitFor();
  const expectAlert = async (text: string, label: string) => {
    await payButton(page).click();
    await dismiss(page, text);
    await field(page, label).and(page.locator(':focus')).waitFor();
  };
  await expectAlert('Please enter your name.', 'Name');
  await field(page, 'Email').fill('meena@example.com');
  await field(page, 'Name').fill('   ');
  await expectAlert('Please enter your name.', 'Name');
  await field(page, 'Email').fill('');
  await field(page, 'Name').fill('Meena Raman');
  await expectAlert('Please enter your email.', 'Email');
  await field(page, 'Email').fill('meena@example.com');
  await expectAlert('Please enter your phone number.', 'Phone');
  await field(page, 'Phone').fill('98400 11111');
  await expectTyped(page);
  expect(calls).toEqual([]);
  expect(errors).toEqual([]);
  await close();
});

test('a checkout script that does not load says so, makes no order, and may load the next time', async () => {
  const { page, close } = await nextVisit();
  const calls = paymentCalls(page);
  await openForm(page, ONE_ON_ONE);
  await fillForm(page);
  const text = 'The payment window could not be loaded. Please check your connection and try again.';
  await page.route(CHECKOUT_SCRIPT, (route) => route.abort(), { times: 1 });
  await payButton(page).click();
  await dismiss(page, text);
  await expectTyped(page);
  // A script without the provider's code, such as a captive portal's page, also loads without an error.
  await page.route(CHECKOUT_SCRIPT, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }), {
    times: 1,
  });
  await payButton(page).click();
  await dismiss(page, text);
  await expectTyped(page);
  expect(calls).toEqual(['checkout.js', 'checkout.js']);
  await page.route(ORDER, (route) => route.fulfill({ json: { id: 'order_unknown' } }));
  await payButton(page).click();
  await checkoutOf(page).waitFor();
  await close();
});
