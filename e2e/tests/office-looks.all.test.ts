import { randomUUID } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { launchAtRest, PHONE, SITE } from '../src/browser/browser';
import { DESK, lookAt } from '../src/browser/look-at';
import { newEmail } from '../src/records/leads';
import { startOffice } from '../src/servers/signed-in-office';
import type { Staffed } from '../src/servers/staff-service';
import { enrolAndPay } from '../src/visitor/enrolment';

let office: Staffed;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  [office, browser] = await Promise.all([startOffice(), launchAtRest()]);
  page = await browser.newPage();
  await page.goto(office.link);
  await page.getByRole('heading', { level: 1, name: /^Good day/ }).waitFor();
});
afterAll(async () => {
  await browser.close();
  await office.stop();
});

const open = async (path: string): Promise<void> => {
  await page.goto(new URL(path, office.link).href);
  await page.getByRole('heading', { level: 1 }).waitFor();
};

/** Sends an enquiry with an unbreakable message, by default, and a long name. @returns the name */
async function enquire(message = 'x'.repeat(400)): Promise<string> {
  const name = `Somebody Of The Municipal Corporation For Textiles ${randomUUID().slice(0, 8)}`;
  const body = new URLSearchParams({
    name,
    email: newEmail(),
    phone: '+91 98400 01973',
    subject: 'Aprons',
    message,
  });
  const headers = { origin: SITE, accept: 'text/html' };
  const answer = await fetch(`${SITE}/api/save_form.php`, { method: 'POST', headers, body, redirect: 'manual' });
  expect(answer.status).toBe(303);
  return name;
}

test('an enquiry and its list fit in every size of window and text', async () => {
  const name = await enquire();
  await open('/enquiries');
  await page.getByRole('link', { name }).waitFor();
  await lookAt(page, 'office-inbox');
  await page.getByRole('link', { name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await lookAt(page, 'office-enquiry');
  // Under forced colours a mark keeps only its border.
  await page.emulateMedia({ forcedColors: 'active' });
  const edged = (links: Element[]) =>
    links.filter((link) => getComputedStyle(link).borderInlineStartWidth !== '0px').map((link) => link.textContent);
  const areas = page.getByRole('navigation', { name: 'Office', includeHidden: true });
  expect(await areas.locator('a').evaluateAll(edged)).toEqual([expect.stringMatching(/^Inbox/)]);
  await page.emulateMedia({ forcedColors: null });
});

test('a message in Arabic ends on the left, where its readers look for the end', async () => {
  const name = await enquire('شكرا!');
  await open('/enquiries');
  await page.getByRole('link', { name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  const [word, mark] = await page.getByText('شكرا!').evaluate(({ firstChild: text }) =>
    [0, 4].map((at) => {
      const sign = document.createRange();
      if (text) sign.setStart(text, at);
      if (text) sign.setEnd(text, at + 1);
      return sign.getBoundingClientRect().left;
    }),
  );
  expect(mark).toBeLessThan(word ?? 0);
});

test('an enquiry on paper says what was sent and when, and neither it nor the list holds what is pressed', async () => {
  const name = await enquire('Forty aprons.');
  await open('/enquiries');
  await page.getByRole('link', { name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.emulateMedia({ media: 'print' });
  expect(await page.getByText('Forty aprons.').isVisible()).toBe(true);
  expect(await page.getByRole('button').count()).toBe(0);
  const moment = (time: Element) => getComputedStyle(time, '::after').content;
  expect(await page.locator('article time').first().evaluate(moment)).toMatch(/", .* \d{4} at \d\d:\d\d \(.+\)"/);
  await open('/enquiries');
  await page.getByRole('link', { name }).waitFor();
  const pressed = page.getByRole('checkbox').or(page.getByRole('combobox', { name: 'Sorted by' }));
  expect(await pressed.count()).toBe(0);
  await page.emulateMedia({ media: null });
});

test('enrolments and an order fit in every size of window and text', async () => {
  const name = `Meena ${randomUUID().slice(0, 8)}`;
  await enrolAndPay(browser, name);
  await open('/enrolments');
  await page.getByRole('link', { name }).waitFor();
  await lookAt(page, 'office-enrolments');
  await page.getByRole('link', { name }).click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await lookAt(page, 'office-order');
});

test.each([
  ['today', '/'],
  ['templates', '/templates'],
  ['courses', '/courses'],
  ['posts', '/posts'],
  ['post', '/posts/new'],
  ['company', '/facts/company'],
  ['menu', '/facts/navigation'],
  ['data-protection', '/data-protection'],
  ['audit', '/audit'],
  ['account', '/account'],
])('%s fits in every size of window and text', async (screen, path) => {
  await open(path);
  await lookAt(page, `office-${screen}`);
});

test.each(['/enquiries', '/posts'])(
  'on a phone who goes through %s by keys sees each thing they come to',
  async (path) => {
    if (path === '/enquiries') await enquire();
    await page.setViewportSize(PHONE);
    await open(path);
    const head = page.locator('thead').getByRole('button').first();
    await head.focus();
    const isOnTop = (button: Element) => {
      const { left, top, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    };
    expect(await head.evaluate(isOnTop)).toBe(true);
    const overflow = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
    expect(await page.evaluate(overflow)).toBe(0);
    await page.setViewportSize(DESK);
  },
);

test('people, and what can be done about one of them, fit in every size of window and text', async () => {
  await open('/people');
  await page.getByRole('cell', { name: 'owner' }).first().waitFor();
  await lookAt(page, 'office-people');
  await page.getByRole('row').getByRole('link').first().click();
  await page.getByRole('button', { name: /^Change the rights of/ }).waitFor();
  await lookAt(page, 'office-person');
});
