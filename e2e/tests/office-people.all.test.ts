import type { Browser, Page } from 'playwright-core';
import { axeFaults } from '../src/browser/axe';
import { launchAtRest, noteErrors } from '../src/browser/browser';
import { startOffice } from '../src/servers/signed-in-office';
import type { Staffed } from '../src/servers/staff-service';

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

const button = (name: string | RegExp) => page.getByRole('button', { name });

test('a writer sees the blog alone; the owner gives other rights, which hold at once, and ends one session', async () => {
  const errors = noteErrors(page);
  await page.goto(new URL('/people', office.link).href);
  await page.getByLabel('Name').fill('Ravi');
  await page.getByLabel('Right').selectOption('writer');
  await button('Invite Ravi').click();
  const link = await page.getByRole('status').locator('code').textContent();
  const writer = await (await browser.newContext()).newPage();
  await writer.goto(link ?? '');
  await writer.getByRole('heading', { level: 1, name: 'Good day, Ravi' }).waitFor();
  expect(await writer.getByRole('navigation', { name: 'Office' }).getByRole('link').allInnerTexts()).toEqual([
    'Today',
    'Blog',
    'Ravi',
  ]);
  expect(await writer.evaluate(async () => (await fetch('/office/enquiries')).status)).toBe(403);

  await page.reload();
  await page.getByRole('link', { name: 'Ravi', exact: true }).click();
  await button('Change the rights of Ravi').click();
  const dialog = page.getByRole('dialog', { name: 'Change the rights of Ravi' });
  expect(await axeFaults(page)).toEqual([]);
  await dialog.getByText('Ravi holds writer now. 1 open session goes on with the new rights').waitFor();
  await dialog.getByRole('checkbox', { name: /^writer/ }).uncheck();
  await dialog.getByRole('checkbox', { name: /^desk/ }).check();
  await page.keyboard.press('Enter');
  await page.getByText('desk', { exact: true }).waitFor();
  expect(await writer.evaluate(async () => (await fetch('/office/enquiries')).status)).toBe(200);
  expect(await writer.evaluate(async () => (await fetch('/office/posts')).status)).toBe(403);
  await button(/^End the session of/).click();
  await page.getByText('1 of 1 session of Ravi ends with its next request.').waitFor();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^End the session of/ })
    .click();
  await page.getByText('Ravi is not signed in.').waitFor();
  await writer.reload();
  await writer.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
  await writer.context().close();
  expect(errors).toEqual([]);
});
