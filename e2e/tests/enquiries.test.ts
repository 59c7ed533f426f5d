import { TAKES_ALL } from '@wholepage/tooling/sample';
import type { Route } from 'playwright-core';
import { launchAtRest, PHONE, visit } from '../src/browser/browser';
import { oneBrowser, oneByOne } from '../src/browser/one-tab';
import { leadsOf, mailsOf, newEmail } from '../src/records/leads';
import {
  button,
  CONTACT,
  dismiss,
  enquiryCalls,
  type FormUnderTest,
  fill,
  HOME,
  MODAL,
  open,
  reveal,
  valuesOf,
} from '../src/visitor/enquiry-forms';

const browser = oneBrowser(launchAtRest);
const nextVisit = oneByOne(browser);

const FORMS: [name: string, form: FormUnderTest][] = [HOME, MODAL, CONTACT].map((form) => [form.name, form]);
const THANKS = 'Thank you! Your message has been sent successfully.';
const MAIL = '**/email/send-form';

/** Expects exactly one enquiry from this address in the owner's list, and exactly one mail of it. */
async function expectOneOf(email: string, form: FormUnderTest): Promise<void> {
  const mails = await mailsOf(email);
  const leads = await leadsOf(email);
  const { Message, Phone, Subject = null } = form.answers;
  expect(leads).toEqual([
    expect.objectContaining({ form: form.name, saved: true, name: 'Meena Raman', phone: Phone, subject: Subject }),
  ]);
  // A form posted without scripts has CRLF line breaks.
  expect(leads[0]?.message?.replaceAll('\r\n', '\n')).toBe(Message);
  expect(mails).toHaveLength(1);
}

describe.each(FORMS)('the %s form', (_, form) => {
  /** All three forms are one component, so `npm test` tests its failures in the first form only. */
  const testFailure = TAKES_ALL || form === HOME ? test : () => {};
  const saveOf = `**/${form.save}`;

  test('mails, then saves, once however often it is pressed, and thanks', async () => {
    const { page, errors, close } = await nextVisit();
    const email = newEmail();
    const element = await open(page, form);
    const calls = enquiryCalls(page);
    let save: (route: Route) => void = () => {};
    const saving = new Promise<Route>((resolve) => {
      save = resolve;
    });
    await page.route(saveOf, (route) => save(route));
    await fill(element, form, email);
    await button(element, form.submit).dblclick();
    const route = await saving;
    expect(calls).toEqual(['mail', form.save]);
    expect(await button(element, 'Sending...').isDisabled()).toBe(true);
    expect(new URL(page.url()).pathname).toBe(form.path);
    await route.continue();

    if (form.name === 'modal') {
      const modal = page.getByRole('dialog');
      await modal.getByRole('status').getByText(THANKS, { exact: true }).waitFor();
      await modal.getByRole('button', { name: 'Close' }).click();
      await modal.waitFor({ state: 'hidden' });
    } else {
      await page.waitForURL('**/thank-you');
      await page.getByRole('heading', { level: 1, name: 'Thank You!' }).waitFor();
      await page.getByText('Your message has been sent successfully. We will get back to you soon!').waitFor();
      await page.reload();
      await page.goBack();
    }
    const again = await reveal(page, form);
    expect(Object.values(await valuesOf(again, [...Object.keys(form.answers), 'Email'])).join('')).toBe('');
    expect(calls).toEqual(['mail', form.save]);
    await expectOneOf(email, form);
    expect(errors).toEqual([]);
    await close();
  });

  testFailure(
    'says what failed, keeps what was typed, also over a reload, and is one enquiry when it goes through',
    async () => {
      const { page, close } = await nextVisit();
      const email = newEmail();
      let element = await open(page, form);
      const calls = enquiryCalls(page);
      const typed = await fill(element, form, email);

      const expectFailure = async (text: string, expectedCalls: string[]) => {
        await button(element, form.submit).click();
        if (form.name === 'modal') await element.getByRole('alert').getByText(text, { exact: true }).waitFor();
        else await dismiss(page, text);
        // The form is idle again, and the focus is back on the button for another try.
        await button(element, form.submit).and(page.locator(':focus')).waitFor();
        expect(await valuesOf(element, Object.keys(typed))).toEqual(typed);
        expect(calls.splice(0)).toEqual(expectedCalls);
      };
      const once = (address: string, answer: Parameters<Route['fulfill']>[0] | 'abort') =>
        page.route(address, (route) => (answer === 'abort' ? route.abort() : route.fulfill(answer)), { times: 1 });

      await once(MAIL, { status: 500, body: 'Internal error' });
      await expectFailure('Something went wrong.', ['mail']);
      await once(MAIL, 'abort');
      await expectFailure('Something went wrong.', ['mail']);
      await once(saveOf, { status: 500, contentType: 'text/html', body: '<h1>Fatal error</h1>' });
      await expectFailure('Something went wrong.', ['mail', form.save]);
      await once(saveOf, { contentType: 'application/json', body: '{"success":tru' });
      await expectFailure('Something went wrong.', [form.save]);
      await once(saveOf, 'abort');
      await expectFailure('Something went wrong.', [form.save]);
      await once(saveOf, { json: { success: false, message: 'The order book is full.' } });
      await expectFailure('Database save failed: The order book is full.', [form.save]);

      await page.reload();
      element = await reveal(page, form);
      expect(await valuesOf(element, Object.keys(typed))).toEqual(typed);
      await button(element, form.submit).click();
      if (form.name === 'modal') await page.getByText(THANKS, { exact: true }).waitFor();
      else await page.waitForURL('**/thank-you');
      await expectOneOf(email, form);
      await close();
    },
  );

  testFailure('asks in words for what is missing and leads to the first of it', async () => {
    const { page, close } = await nextVisit();
    const element = await open(page, form);
    const calls = enquiryCalls(page);
    await button(element, form.submit).click();
    expect(await element.getByRole('alert').allTextContents()).toEqual(form.missing);
    const focused = element.locator(':focus');
    const [first = ''] = Object.keys(form.answers);
    expect(await focused.and(element.getByLabel(first, { exact: true })).count()).toBe(1);
    expect(await focused.getAttribute('aria-invalid')).toBe('true');

    await fill(element, form, 'meena at example');
    await button(element, form.submit).click();
    await element.getByText('Please enter an email address such as name@example.com.', { exact: true }).waitFor();
    expect(await element.getByRole('alert').count()).toBe(1);
    expect(await focused.and(element.getByLabel('Email', { exact: true })).count()).toBe(1);
    expect(calls).toEqual([]);
    await close();
  });
});

describe.each([HOME, CONTACT].map((form) => [form.name, form] as const))('the %s form without scripts', (_, form) => {
  test('posts, is kept and mailed once, and lands on the thanks', async () => {
    const { page, close } = await visit(browser(), { javaScriptEnabled: false });
    const email = newEmail();
    await page.goto(form.path);
    const element = await form.reveal(page);
    await fill(element, form, email);
    await button(element, form.submit).click();
    await page.waitForURL('**/thank-you');
    await page.getByRole('heading', { level: 1, name: 'Thank You!' }).waitFor();
    await page.reload();
    await expectOneOf(email, form);
    await close();
  });
});

test('an enquiry is mailed and kept from a browser that refuses to store anything', async () => {
  const { page, errors, close } = await visit(browser());
  await page.addInitScript(() => {
    const get = () => {
      throw new DOMException('Access is denied for this document.', 'SecurityError');
    };
    for (const storage of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, storage, { get, configurable: true });
  });
  const email = newEmail();
  const element = await open(page, CONTACT);
  await fill(element, CONTACT, email);
  await button(element, CONTACT.submit).click();
  await page.waitForURL('**/thank-you');
  await expectOneOf(email, CONTACT);
  expect(errors).toEqual([]);
  await close();
});

test('an enquiry whose dialog is closed while it is sent is thanked for, above the bar of a phone', async () => {
  const { page, errors, close } = await nextVisit();
  await page.setViewportSize(PHONE);
  const email = newEmail();
  const element = await open(page, MODAL);
  const saving = new Promise<Route>((resolve) => void page.route(`**/${MODAL.save}`, resolve));
  await fill(element, MODAL, email);
  await button(element, MODAL.submit).click();
  const route = await saving;
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  await route.continue();
  const thanks = await page.getByRole('status').getByText(THANKS, { exact: true }).boundingBox();
  const bar = await page.getByRole('complementary', { name: 'Ask us' }).boundingBox();
  expect((thanks?.y ?? 0) + (thanks?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
  await expectOneOf(email, MODAL);
  expect(errors).toEqual([]);
  await close();
});
