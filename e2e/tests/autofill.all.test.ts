import type { CDPSession, Locator, Page } from 'playwright-core';
import { launchWholeAtRest } from '../src/browser/browser';
import { oneBrowser, oneByOne } from '../src/browser/one-tab';
import { leadsOf, mailsOf, newEmail } from '../src/records/leads';
import { button, CONTACT, type FormUnderTest, fill, HOME, MODAL, open, STUDIO } from '../src/visitor/enquiry-forms';

const nextVisit = oneByOne(oneBrowser(launchWholeAtRest));

const PROFILE = {
  NAME_FULL: 'Meena Raman',
  NAME_FIRST: 'Meena',
  NAME_LAST: 'Raman',
  COMPANY_NAME: 'Hotel Asha',
  ADDRESS_HOME_STREET_ADDRESS: '12 Mill Road',
  ADDRESS_HOME_LINE1: '12 Mill Road',
  ADDRESS_HOME_CITY: 'Chennai',
  ADDRESS_HOME_STATE: 'Tamil Nadu',
  ADDRESS_HOME_ZIP: '600001',
  ADDRESS_HOME_COUNTRY: 'IN',
  PHONE_HOME_WHOLE_NUMBER: '+919840011111',
};

/** Makes the browser's autofill engine fill a form with a stored address. */
async function autofill(page: Page, form: Locator, email: string): Promise<void> {
  const session: CDPSession = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('Autofill.enable');
  const fields = Object.entries({ ...PROFILE, EMAIL_ADDRESS: email }).map(([name, value]) => ({ name, value }));
  const filled = new Promise((resolve) => session.once('Autofill.addressFormFilled', resolve));
  await form.locator('[autocomplete="email"]').focus();
  const active = await session.send('Runtime.evaluate', { expression: 'document.activeElement' });
  const { node } = await session.send('DOM.describeNode', { objectId: active.result.objectId ?? '' });
  await session.send('Autofill.trigger', { fieldId: node.backendNodeId, address: { fields } });
  await filled;
  await session.detach();
}

test.each([HOME, MODAL, CONTACT, STUDIO].map((form): [string, FormUnderTest] => [form.name, form]))(
  'the %s form that the browser filled in by itself is kept, mailed and no suspect',
  async (_, form) => {
    const { page, close } = await nextVisit();
    const email = newEmail();
    const element = await open(page, form);
    await autofill(page, element, email);
    expect(await element.getByLabel('Email', { exact: true }).inputValue()).toBe(email);
    expect(await element.getByLabel('Leave this empty').inputValue()).toBe('');
    await fill(element, form, email);
    await button(element, form.submit).click();
    const mails = await mailsOf(email);
    expect(mails[0]).not.toContain('[suspect]');
    await page.getByText('Thank', { exact: false }).first().waitFor();
    expect(await leadsOf(email)).toEqual([expect.objectContaining({ form: form.name, status: 'new', saved: true })]);
    await close();
  },
);
