import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { TAKES_ALL } from '@wholepage/tooling/sample';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { axeFaults } from '../src/browser/axe';
import { launchAtRest, noteErrors, PHONE, SITE } from '../src/browser/browser';
import { lookAt } from '../src/browser/look-at';
import { eventually } from '../src/eventually';
import { newEmail } from '../src/records/leads';
import { rowsOf } from '../src/records/owner';
import { startOffice } from '../src/servers/signed-in-office';
import type { Staffed } from '../src/servers/staff-service';
import { enrolAndPay } from '../src/visitor/enrolment';

let office: Staffed;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let errors: string[];
beforeAll(async () => {
  [office, browser] = await Promise.all([startOffice(), launchAtRest()]);
  context = await browser.newContext({ acceptDownloads: true });
  const signingIn = await context.newPage();
  await signingIn.goto(office.link);
  await signingIn.getByRole('heading', { level: 1, name: /^Good day/ }).waitFor();
  await signingIn.close();
});
// Each journey, retries included, starts in a new page.
beforeEach(async () => {
  page = await context.newPage();
  errors = noteErrors(page);
  await page.goto(new URL('/', office.link).href);
});
afterEach(async () => {
  await page.close();
  expect(errors).toEqual([]);
});
afterAll(async () => {
  await browser.close();
  await office.stop();
});

const button = (name: string | RegExp) => page.getByRole('button', { name });
const area = (name: string | RegExp) => page.getByRole('navigation', { name: 'Office' }).getByRole('link', { name });

/** Posts the contact form as a browser without scripts does. */
const enquire = async (fields: Record<string, string>): Promise<void> => {
  const body = new URLSearchParams({
    phone: '+91 98400 01973',
    subject: 'Aprons',
    message: 'Forty, please.',
    ...fields,
  });
  const answer = await fetch(`${SITE}/api/save_form.php`, {
    method: 'POST',
    headers: { origin: SITE, accept: 'text/html' },
    body,
    redirect: 'manual',
  });
  expect(answer.status).toBe(303);
};

test('an enquiry appears by itself, is read and answered by keyboard, and its customer is erased', async () => {
  const email = newEmail();
  const name = `<b>Meera</b> ${randomUUID().slice(0, 8)}`;
  await area(/^Inbox/).click();
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  await enquire({ name, email, subject: '"><img src=x onerror=alert(1)>' });
  await page.getByRole('link', { name }).waitFor();
  expect(await axeFaults(page)).toEqual([]);

  // Enquiries of other journeys may precede it.
  await eventually('the row of the enquiry has the focus', 10_000, async () => {
    await page.keyboard.press('j');
    return (await page.locator(':focus').textContent())?.includes(name);
  });
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByText('Forty, please.').waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('n');
  await page.keyboard.type('Called, wants a swatch.');
  await button('Save the note').click();
  await page.getByText('Called, wants a swatch.').first().waitFor();

  const reply = page.getByRole('form', { name: `Reply to ${email}` });
  await reply.getByLabel('Text').fill('Thank you.\n.\nBcc: somebody@else.example');
  // The typed text survives a reload.
  await page.reload();
  await reply.getByLabel('Text').and(page.getByText('Thank you.')).waitFor();
  await button('Send the reply').click();
  await page.getByText(`The reply to ${email} is on its way.`).waitFor();
  await page.getByText('sent', { exact: false }).first().waitFor();
  const status = page.getByLabel('Status', { exact: true });
  await eventually('the enquiry is answered', 10_000, async () => (await status.inputValue()) === 'answered');

  await area('Data protection').click();
  await page.getByLabel('Email address of the person').fill(email);
  await button('Show what is held on this person').click();
  await page.getByText('1 enquiry').waitFor();
  const [file] = await Promise.all([page.waitForEvent('download'), button('Download it as a file').click()]);
  expect(JSON.parse(await readFile(await file.path(), 'utf8'))).toMatchObject({
    email,
    enquiries: [{ message: 'Forty, please.' }],
  });
  await button(`Erase ${email}`).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Erase ${email}` })
    .click();
  await page.getByText(`Nothing is held on ${email}.`).waitFor();
  expect(await button(`Erase ${email}`).count()).toBe(0);
  await page.getByRole('heading', { name: 'What stays' }).waitFor();
});

test('an order is read as a story and refunded in part after a second look', async () => {
  // The name is unique, because other journeys pay on this site, too.
  const name = `Meena ${randomUUID().slice(0, 8)}`;
  await area('Enrolments').click();
  await page.getByRole('heading', { level: 1, name: 'Enrolments' }).waitFor();
  // The open list shows new enrolments and payments without a reload.
  await enrolAndPay(browser, name);
  await page
    .getByRole('row', { name: new RegExp(`${name}.*Paid`) })
    .getByRole('link')
    .click();
  await page.getByRole('heading', { level: 1, name }).waitFor();
  await page.getByText(/^Paid, by card/).waitFor();
  expect(await axeFaults(page)).toEqual([]);

  await button('Refund ₹50,000').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Amount in rupees').fill('60,000');
  await dialog.getByLabel(/^Reason/).fill('Missed the first week');
  await page.keyboard.press('Enter');
  await dialog.getByText('The amount must be between').waitFor();
  await dialog.getByLabel('Amount in rupees').fill('12,500');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: `Refund ₹12,500 to ${name}?` }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await button('Refund ₹12,500').click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText(/asked for a refund.*Missed the first week/).waitFor();
  await button('Refund ₹37,500').waitFor();
  await button('Send the receipt again').click();
  await page.getByText('The receipt is on its way').waitFor();
});

if (TAKES_ALL)
  test('from a notice of money, all of it is refunded by one click and one confirmation', async () => {
    const name = `Changed ${randomUUID().slice(0, 8)}`;
    // The order changes to another course, as if its price had risen after the order.
    const payment = await enrolAndPay(browser, name, (orderId) =>
      rowsOf("update orders set course = 'offline' where provider_order_id = $1", orderId),
    );
    await area('Enrolments').click();
    await page.getByRole('row', { name }).getByRole('link').click();
    const notice = page.locator('.notice', { hasText: `₹50,000 were paid by payment ${payment}. The Offline Course` });
    await notice.waitFor();
    if (TAKES_ALL) await lookAt(page, 'office-notice');
    await button(`Refund ₹50,000 of ${payment}`).click();
    const dialog = page.getByRole('dialog', { name: `Refund ₹50,000 to ${name}?` });
    await dialog.getByText('Reason: Paid for a course that has changed', { exact: true }).waitFor();
    if (TAKES_ALL) await lookAt(page, 'office-notice-dialog');
    await dialog.getByRole('button', { name: 'Refund ₹50,000' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText(/asked for a refund, and the provider took it: Paid for a course that has changed/).waitFor();
    await button(/^Refund ₹/).waitFor({ state: 'detached' });
    // After the refund there is nothing left to settle.
    await notice.waitFor({ state: 'detached' });
  });

test('a post goes from its first word over a preview to the site', async () => {
  const title = `Linen at sea ${randomUUID().slice(0, 6)}`;
  await area('Blog').click();
  // The first screen has a link of this name, too, so the test waits for the heading.
  await page.getByRole('heading', { level: 1, name: 'Blog' }).waitFor();
  await page.getByRole('link', { name: 'Write a post' }).click();
  await page.getByLabel('Title', { exact: true }).first().fill(title);
  // Enter publishes nothing: the "Publish" button is still there below.
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Salt, sun and a press.');
  await page.getByRole('textbox', { name: 'Text', exact: true }).selectText();
  await button('Bold').click();
  expect(await page.getByRole('textbox', { name: 'Text', exact: true }).inputValue()).toBe(
    '**Salt, sun and a press.**',
  );
  const look = async (heading: string) => {
    const [preview] = await Promise.all([context.waitForEvent('page'), button('Preview on the site').click()]);
    await preview.getByRole('heading', { level: 1, name: heading }).waitFor();
    expect(new URL(preview.url()).origin).toBe(SITE);
    expect(await preview.locator('meta[name="robots"]').getAttribute('content')).toContain('noindex');
    await preview.close();
  };
  await look(title);
  expect(await axeFaults(page)).toEqual([]);
  await button('Publish').click();
  await page.getByText('It is on the site.').waitFor();
  const slug = title.toLowerCase().replaceAll(' ', '-');
  expect(await (await fetch(`${SITE}/blog/${slug}`)).text()).toContain('<strong>Salt, sun and a press.</strong>');

  // Changes to a published post can be previewed before visitors see them, and its earlier address redirects.
  await page.getByLabel('Title', { exact: true }).first().fill(`${title}, again`);
  await page.getByLabel('Address').fill(`${slug}-again`);
  await look(`${title}, again`);
  expect(await (await fetch(`${SITE}/blog/${slug}`)).text()).not.toContain(`${title}, again`);
  await button('Save and keep it published').click();
  await page.getByText('It is on the site.').waitFor();
  if (TAKES_ALL)
    await eventually('the earlier address leads on', 60_000, async () => {
      const { status, headers } = await fetch(`${SITE}/blog/${slug}`, { redirect: 'manual' });
      return status === 301 && headers.get('location') === `/blog/${slug}-again`;
    });
  // The post becomes a draft again, because other tests read the list of posts.
  await rowsOf("update posts set status = 'draft' where slug = $1", `${slug}-again`);
});

if (TAKES_ALL)
  test('what is changed of the company is on the site without a restart, and can be taken back', async () => {
    const group = `a Sample Group ${randomUUID().slice(0, 6)}`;
    await area('Company').click();
    await page.getByLabel('Group', { exact: true }).fill(group);
    await page.getByLabel('Opening hours, a line each').fill('Monday to Friday, 9 to 17\nand when it rains');
    await page.getByLabel('GST in per cent').fill('18');
    await page.getByLabel('Prices without “+ GST”').selectOption('GST is included');
    expect(await axeFaults(page)).toEqual([]);
    // A preview on the site's own page comes first. Only people with its address see it.
    const [preview] = await Promise.all([context.waitForEvent('page'), button('Preview on the site').click()]);
    await preview.getByText(group).first().waitFor();
    await preview.getByText('Preview, not saved yet').waitFor();
    expect(new URL(preview.url()).origin).toBe(SITE);
    expect(await (await fetch(SITE)).text()).not.toContain(group);
    await preview.close();
    await button('Save the company’s facts').click();
    await eventually('the edit on the site', 15_000, async () => (await (await fetch(SITE)).text()).includes(group));
    expect(await (await fetch(`${SITE}/contact`)).text()).toContain('and when it rains');
    const [, settings] = (await (await fetch(`${SITE}/courses`)).text()).match(/"settings":"([^"]+)"/) ?? [];
    expect(await (await fetch(`${SITE}${settings}`)).json()).toMatchObject({
      config: { company: { gst: { rate: 18, included: true } } },
    });
    await button('Go back to company.json').click();
    await page.getByText('company.json counts again.').waitFor();
  });

if (TAKES_ALL)
  test('a section that is added to the menu is on the site, and can be taken back', async () => {
    const title = `Seasons ${randomUUID().slice(0, 6)}`;
    await area('Menu').click();
    await button('Add a section behind “Contact”').click();
    const section = page.getByRole('group', { name: 'section 1', exact: true });
    await section.getByLabel('Title').fill(title);
    const added = page.getByRole('group', { name: title, exact: true });
    await added.getByLabel('Text').fill('Monsoon');
    await added.getByLabel('Path').fill('/product');
    expect(await axeFaults(page)).toEqual([]);
    await button('Save the menu').click();
    await eventually('the section on the site', 15_000, async () => (await (await fetch(SITE)).text()).includes(title));
    await button('Go back to navigation.json').click();
    await page.getByText('navigation.json counts again.').waitFor();
  });

if (TAKES_ALL)
  test('on a phone every area fits', async () => {
    await page.setViewportSize(PHONE);
    for (const path of [
      '/',
      '/enquiries',
      '/enrolments',
      '/courses',
      '/posts',
      '/facts/company',
      '/facts/navigation',
      '/people',
      '/audit',
    ]) {
      await page.goto(new URL(path, office.link).href);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
    }
    expect(await axeFaults(page)).toEqual([]);
  });

if (TAKES_ALL)
  test('on a phone the inbox is a list of letters, and its filters open when asked for', async () => {
    await page.setViewportSize(PHONE);
    const name = `Kavitha ${randomUUID().slice(0, 8)}`;
    await enquire({ name, email: newEmail() });
    await page.goto(new URL('/enquiries', office.link).href);
    const letter = page.getByRole('row', { name });
    await letter.waitFor();
    const status = page.getByLabel('Status', { exact: true });
    expect(await status.isVisible()).toBe(false);
    await button('Filters').click();
    await status.selectOption('new');
    await button('Filters (1)').waitFor();
    // The whole letter is a link to the enquiry, except for its checkbox.
    await letter.getByRole('checkbox').check();
    await page.getByText('1 enquiry chosen').waitFor();
    await letter.click({ position: { x: 180, y: 45 } });
    await page.getByRole('heading', { level: 1, name }).waitFor();
  });
