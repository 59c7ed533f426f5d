import { launchChrome } from '@wholepage/tooling/find-program';
import { alive, PHONE, SITE, visit } from '../src/browser/browser';
import { oneBrowser } from '../src/browser/one-tab';
import { leadsOf, newEmail } from '../src/records/leads';
import { button, CONTACT, fill, MODAL, open, reveal } from '../src/visitor/enquiry-forms';
import { fillForm, GOOD_CARD, ONLINE, openForm, paidAs, payByCard, startPayment } from '../src/visitor/enrolment';

/** A name of this machine, such as a phone on its network uses. Over http only localhost gives browsers a secure context. */
const NAME = 'name.test';
const PLAIN = `http://${NAME}:${new URL(SITE).port}`;

const browser = oneBrowser(() => launchChrome({ args: [`--host-resolver-rules=MAP ${NAME} 127.0.0.1`] }));

test('on a plain http address a visitor gets menu, modal, forms and payment', async () => {
  const { page, errors, close } = await visit(browser(), { baseURL: PLAIN, viewport: PHONE, hasTouch: true });
  await page.goto('/');
  expect(await page.evaluate(() => isSecureContext)).toBe(false);
  await alive(page);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Contact', exact: true }).click();
  await page.waitForURL('**/contact');
  const contact = newEmail();
  const form = await reveal(page, CONTACT);
  await fill(form, CONTACT, contact);
  await button(form, CONTACT.submit).click();
  await page.waitForURL('**/thank-you');
  // A page load would have removed the mark.
  expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);

  const asked = newEmail();
  const modal = await open(page, MODAL);
  await fill(modal, MODAL, asked);
  await button(modal, MODAL.submit).click();
  await page.getByRole('dialog').getByText('Thank you!').waitFor();
  for (const [email, name] of [
    [contact, 'contact'],
    [asked, 'modal'],
  ] as const)
    expect(await leadsOf(email)).toEqual([expect.objectContaining({ form: name, saved: true })]);

  await openForm(page, ONLINE);
  await fillForm(page);
  const { frame } = await startPayment(page);
  await payByCard(frame, GOOD_CARD);
  await paidAs(page);
  // Browsers heed this header in secure contexts only, and report an error elsewhere.
  expect(errors.filter((text) => !text.startsWith('The Cross-Origin-Opener-Policy header has been ignored'))).toEqual(
    [],
  );
  await close();
});
