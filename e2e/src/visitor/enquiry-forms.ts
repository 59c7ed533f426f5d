import { missingProblem } from 'api-wire/field-rule';
import { requiredOf, sampleOf } from 'api-wire/testing/sample-form';
import type { Locator, Page } from 'playwright-core';
import { alive } from '../browser/browser';

/** A form of the site, as tests fill it. */
export interface FormUnderTest {
  name: 'home' | 'modal' | 'contact' | 'studio';
  /** The page that it is on. */
  path: string;
  /** Last segment of the address that saves the enquiry. */
  save: string;
  /** Name of the submit button. */
  submit: string;
  /** Texts to type, by the fields' labels. */
  answers: Readonly<Record<string, string>>;
  /** Message for each required field that is left empty, in the order of the form. */
  missing: readonly string[];
  /** Brings the form into view on its page. @returns the form */
  reveal(page: Page): Promise<Locator>;
}

const MESSAGE = 'Forty sets of kitchen whites,\nby the first of March.';

const inMain = async (page: Page): Promise<Locator> => {
  const form = page.locator('main form[method="post"]');
  // After a return to the page, its lower parts load when they come near the viewport.
  const late = page.locator('main :is([data-part], form[method="post"])').last();
  await late.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  // A hydrated form may take the place of this one at any moment.
  await form.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  return form;
};

export const HOME: FormUnderTest = {
  name: 'home',
  path: '/',
  save: 'save_home_form.php',
  submit: 'Send Message',
  answers: {
    ...sampleOf('home', 'label'),
    'First name': 'Meena',
    'Last name': 'Raman',
    Phone: '+91 98400 11111',
    Message: MESSAGE,
  },
  missing: requiredOf('home').map(missingProblem),
  reveal: inMain,
};

export const MODAL: FormUnderTest = {
  name: 'modal',
  path: '/ambience-and-harmony',
  save: 'save_modal_form.php',
  submit: 'Send Message',
  answers: { ...sampleOf('modal', 'label'), Name: 'Meena Raman', Phone: '98400-22222', Message: MESSAGE },
  missing: requiredOf('modal').map(missingProblem),
  reveal: async (page) => {
    await alive(page);
    await page.locator('main').getByRole('button', { name: "Let's Get Started" }).first().click();
    return page.getByRole('dialog', { name: "Got an Idea? Let's Make It Happen" }).locator('form[method="post"]');
  },
};

export const CONTACT: FormUnderTest = {
  name: 'contact',
  path: '/contact',
  save: 'save_form.php',
  submit: 'Send Message',
  answers: {
    ...sampleOf('contact', 'label'),
    Name: 'Meena Raman',
    Phone: '(044) 2433 3333',
    Subject: 'Kitchen whites',
    Message: MESSAGE,
  },
  missing: requiredOf('contact').map(missingProblem),
  reveal: inMain,
};

export const STUDIO: FormUnderTest = {
  name: 'studio',
  path: '/design-studio',
  save: 'save_inspiration.php',
  submit: 'Submit',
  answers: { ...sampleOf('studio', 'label'), Name: 'Meena Raman', 'Phone number': '98400 44444' },
  missing: requiredOf('studio').map(missingProblem),
  reveal: inMain,
};

/** Brings a form into view and waits until it is hydrated. Before that the browser itself would submit it. */
export async function reveal(page: Page, form: FormUnderTest): Promise<Locator> {
  const found = await form.reveal(page);
  await found.and(page.locator('[novalidate]')).waitFor();
  return found;
}

export async function open(page: Page, form: FormUnderTest): Promise<Locator> {
  await page.goto(form.path);
  return reveal(page, form);
}

/** Fills the form's fields. @returns the values by label */
export async function fill(element: Locator, form: FormUnderTest, email: string): Promise<Record<string, string>> {
  const all = { ...form.answers, Email: email };
  for (const [label, text] of Object.entries(all)) await element.getByLabel(label, { exact: true }).fill(text);
  return all;
}

/** Reads the form's present values for the given labels. */
export async function valuesOf(element: Locator, labels: readonly string[]): Promise<Record<string, string>> {
  const read = async (label: string) => [label, await element.getByLabel(label, { exact: true }).inputValue()] as const;
  return Object.fromEntries(await Promise.all(labels.map(read)));
}

export const button = (element: Locator, name: string): Locator => element.getByRole('button', { name, exact: true });

/** Waits for an alert with this text and closes it with OK. */
export async function dismiss(page: Page, text: string): Promise<void> {
  const alert = page.getByRole('alertdialog', { name: text, exact: true });
  await alert.waitFor();
  await alert.getByRole('button', { name: 'OK', exact: true }).click();
  await alert.waitFor({ state: 'hidden' });
}

/** Collects a page's requests for enquiries, in order: `mail`, or the last segment of the address that saves one. */
export function enquiryCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const last = new URL(request.url()).pathname.split('/').at(-1) ?? '';
    if (last === 'send-form') calls.push('mail');
    else if (last.startsWith('save_')) calls.push(last);
  });
  return calls;
}
