import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchAtRest, noteErrors, SITE } from '../src/browser/browser';
import { dropFile } from '../src/browser/drop-file';
import { eventually } from '../src/eventually';
import { newEmail } from '../src/records/leads';
import { startOffice } from '../src/servers/signed-in-office';
import type { Staffed } from '../src/servers/staff-service';
import { enrolAndPay } from '../src/visitor/enrolment';
import { pngOf } from '../src/visitor/sample-files';

let office: Staffed;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let files: string;
beforeAll(async () => {
  [office, browser] = await Promise.all([startOffice(), launchAtRest()]);
  files = await mkdtemp(join(tmpdir(), 'dropped-'));
  context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
  const signingIn = await context.newPage();
  await signingIn.goto(office.link);
  await signingIn.getByRole('heading', { level: 1, name: /^Good day/ }).waitFor();
  await signingIn.close();
});
beforeEach(async () => {
  page = await context.newPage();
});
afterEach(() => page.close());
afterAll(async () => {
  await browser.close();
  await office.stop();
  await rm(files, { recursive: true });
});

const open = (path: string, on = page) => on.goto(new URL(path, office.link).href);
const button = (name: string | RegExp, on = page) => on.getByRole('button', { name });
const text = (on = page) => on.getByRole('textbox', { name: 'Text', exact: true });

/** Passes requests on, and drops the first response. @returns the list of the requests' ids, which grows */
async function loseOneAnswer(path: string): Promise<string[]> {
  const ids: string[] = [];
  await page.route(path, async (route) => {
    ids.push((route.request().postDataJSON() as { id: string }).id);
    if (ids.length > 1) return route.continue();
    await route.fetch();
    return route.abort();
  });
  return ids;
}

/** Saves a new post as a draft. @returns its path in the office */
async function newPost(title: string): Promise<string> {
  await open('/posts/new');
  await page.getByLabel('Title', { exact: true }).first().fill(title);
  await text().fill('First words.');
  await button('Save the draft').click();
  await page.waitForURL(/\/posts\/\d+$/);
  return new URL(page.url()).pathname;
}

test('a picture that is dropped onto the text is asked what it shows, and joins the text where it belongs', async () => {
  const errors = noteErrors(page);
  const [picture, list] = [join(files, 'loom.png'), join(files, 'list.txt')];
  await writeFile(picture, pngOf('loom.png', 8).buffer);
  await writeFile(list, 'no picture');
  await open('/posts/new');
  await page
    .getByLabel('Title', { exact: true })
    .first()
    .fill(`Looms ${randomUUID().slice(0, 6)}`);
  await text().fill('Before.');
  await dropFile(text(), list);
  await page.getByText('This is not a picture.').waitFor();
  await dropFile(text(), picture);
  const dialog = page.getByRole('dialog', { name: 'Add a picture' });
  await dialog.getByText('loom.png').waitFor();
  // A picture without an alternative text is not added.
  await button('Add the picture').click();
  expect(await dialog.isVisible()).toBe(true);
  await dialog.getByLabel('What the picture shows').fill('A loom [old]');
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  expect(await text().inputValue()).toMatch(
    /^Be\w*\n\n!\[A loom \\\[old\\\]\]\(\/\S+\.(webp|avif|jpg|png)\)\n\n\w*\.$/,
  );
  expect(page.url()).toContain('/posts/new');
  expect(errors).toEqual([]);
});

test('a reload after a colleague saved offers what was typed, and laying it over takes no clipboard', async () => {
  const path = await newPost(`Two at once ${randomUUID().slice(0, 6)}`);
  const colleague = await context.newPage();
  await open(path, colleague);
  await text(colleague).fill('Words of a colleague.');
  await page.getByLabel('Excerpt').fill('An excerpt of mine.');
  await page.evaluate(() => navigator.clipboard.writeText('from elsewhere'));
  await button('Save the draft', colleague).click();
  await colleague.getByText('The draft is saved.').waitFor();
  await colleague.close();

  await page.reload();
  await page.getByText('is still here, unsaved').waitFor();
  expect(await text().inputValue()).toBe('Words of a colleague.');
  expect(await page.getByLabel('Excerpt').inputValue()).toBe('');
  await button('Lay my changes over this version').click();
  expect(await page.getByLabel('Excerpt').inputValue()).toBe('An excerpt of mine.');
  expect(await text().inputValue()).toBe('Words of a colleague.');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('from elsewhere');
  await button('Save the draft').click();
  await page.getByText('The draft is saved.').waitFor();
  await page.reload();
  expect(await page.getByLabel('Excerpt').inputValue()).toBe('An excerpt of mine.');
  expect(await button('Lay my changes over this version').count()).toBe(0);
});

test('a save that comes too late says so, and what was typed lies over theirs', async () => {
  const path = await newPost(`Too late ${randomUUID().slice(0, 6)}`);
  const colleague = await context.newPage();
  await open(path, colleague);
  await colleague.getByLabel('Author').fill('Asha');
  await button('Save the draft', colleague).click();
  await colleague.getByText('The draft is saved.').waitFor();
  await colleague.close();
  await text().fill('Mine.');
  await button('Save the draft').click();
  await button('Open their version, and keep what I typed').click();
  await button('Lay my changes over this version').click();
  expect([await text().inputValue(), await page.getByLabel('Author').inputValue()]).toEqual(['Mine.', 'Asha']);
});

test('of several enquiries, the one that a colleague closed meanwhile stays, and says so', async () => {
  const tag = `together${randomUUID().slice(0, 6)}`;
  const asks = async (name: string) => {
    const fields = { name, email: newEmail(), phone: '+91 98400 01973', subject: tag, message: 'Forty.' };
    await fetch(`${SITE}/api/save_form.php`, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' });
  };
  await asks('Anbu');
  await asks('Bala');
  const colleague = await context.newPage();
  await open(`/enquiries?filters[0][field]=q&filters[0][operator]=eq&filters[0][value]=${tag}`, colleague);
  await colleague.getByRole('link', { name: 'Bala' }).click();
  await colleague.getByRole('heading', { level: 1, name: 'Bala' }).waitFor();
  await eventually('the enquiry is read', 10_000, async () => {
    await open(`/enquiries?filters[0][field]=q&filters[0][operator]=eq&filters[0][value]=${tag}`);
    await page.getByRole('row', { name: 'Bala' }).waitFor();
    return (await page.getByRole('img', { name: 'Unread' }).count()) === 1;
  });
  await page.getByLabel('Choose all on this page').check();
  await colleague.getByLabel('Status', { exact: true }).selectOption('won');
  await colleague.getByRole('combobox', { name: 'Status' }).and(colleague.locator(':enabled')).waitFor();
  await colleague.close();
  await button('Mark as lost').click();
  const notice = page.getByRole('alert');
  await notice.getByText('Left as it is: 1 enquiry').waitFor();
  expect(await notice.textContent()).toMatch(/Bala: Won, nobody’s\s+by \S/);
  await page.getByText('1 enquiry changed.').waitFor();
  await page.getByText('1 enquiry chosen').waitFor();
  await button('Mark as lost').click();
  await notice.waitFor({ state: 'detached' });
  expect(await page.getByRole('row', { name: /Lost/ }).count()).toBe(2);
});

test('an area whose code did not come leaves the others as they are', async () => {
  await open('/enquiries');
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
  await page.route('**/assets/*.js', (route) => route.abort());
  await page.getByRole('link', { name: 'Courses' }).click();
  await page.getByText('This part of the office could not be loaded.').waitFor();
  await page.getByRole('link', { name: 'Inbox' }).click();
  await page.getByRole('heading', { level: 1, name: 'Inbox' }).waitFor();
});

test('words that are typed while a save is on its way are not lost', async () => {
  const path = await newPost(`On its way ${randomUUID().slice(0, 6)}`);
  // A page load removes the message about the first save.
  await open(path);
  await text().fill('Sent words.');
  let send: () => void = () => undefined;
  const isTyped = new Promise<void>((resolve) => {
    send = resolve;
  });
  await page.route(`**/office${path}`, async (route) => {
    if (route.request().method() === 'PUT') await isTyped;
    await route.continue();
  });
  await button('Save the draft').click();
  await text().fill('Sent words. And later ones.');
  send();
  await page.getByText('The draft is saved.').waitFor();
  await page.reload();
  await text().waitFor();
  expect(await text().inputValue()).toBe('Sent words. And later ones.');
});

test('the stream of news comes back after an answer of 503, and brings what came meanwhile', async () => {
  let refused = 0;
  await page.route('**/office/news/follow', async (route) => {
    refused += 1;
    await (refused < 4 ? route.fulfill({ status: 503, body: 'busy' }) : route.continue());
  });
  await open('/enquiries');
  await page.getByText('Not connected: what you see may be out of date.').waitFor();
  await page.getByText('Not connected: what you see may be out of date.').waitFor({ state: 'hidden' });
  expect(refused).toBe(4);
  const name = `Late ${randomUUID().slice(0, 8)}`;
  await enquire(name, newEmail());
  await page.getByRole('link', { name }).waitFor();
});

/** Posts the contact form as a browser without scripts does. */
async function enquire(name: string, email: string): Promise<void> {
  const body = new URLSearchParams({ name, email, phone: '+91 98400 01973', subject: 'Aprons', message: 'Forty.' });
  const headers = { origin: SITE, accept: 'text/html' };
  const answer = await fetch(`${SITE}/api/save_form.php`, { method: 'POST', headers, body, redirect: 'manual' });
  expect(answer.status).toBe(303);
}

test('a reply whose answer was lost is sent once; words that were changed after it are a reply of their own', async () => {
  const [name, email] = [`Lost ${randomUUID().slice(0, 8)}`, newEmail()];
  await enquire(name, email);
  await open('/enquiries');
  await page.getByRole('link', { name }).click();
  const reply = page.getByRole('form', { name: `Reply to ${email}` });
  const ids = await loseOneAnswer('**/office/enquiries/*/replies');
  await reply.getByLabel('Text').fill('Words that arrived.');
  await button('Send the reply').click();
  await page.getByText('The office does not answer. What you typed is still here').waitFor();
  await reply.getByLabel('Text').fill('Words of later.');
  await button('Send the reply').click();
  // The server has other words under this id, and shows them. The typed words stay, and become a new reply.
  await page.getByText('Words that arrived.').waitFor();
  expect(await reply.getByLabel('Text').inputValue()).toBe('Words of later.');
  await button('Send the reply').click();
  await page.getByText(`The reply to ${email} is on its way.`).waitFor();
  await page.getByRole('article').getByText('Words of later.').waitFor();
  expect(await page.getByRole('article').getByText('Words that arrived.').count()).toBe(1);
  expect(ids.map((id) => id === ids[0])).toEqual([true, true, false]);
});

test('a refund whose answer was lost is the same when it is pressed again; a refused one is another', async () => {
  const name = `Refunded ${randomUUID().slice(0, 8)}`;
  await enrolAndPay(browser, name);
  await open('/enrolments');
  await page.getByRole('row', { name }).getByRole('link').click();
  const ids: string[] = [];
  await page.route('**/office/orders/*/refunds', async (route) => {
    ids.push((route.request().postDataJSON() as { id: string }).id);
    if (ids.length === 1) return route.fulfill({ status: 409, json: { message: 'The provider refused it.' } });
    if (ids.length > 2) return route.continue();
    await route.fetch();
    return route.abort();
  });
  const ask = async () => {
    await button(/^Refund ₹/).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount in rupees').fill('1,000');
    await dialog.getByLabel(/^Reason/).fill('A part');
    await page.keyboard.press('Enter');
    await button('Refund ₹1,000').click();
    return dialog;
  };
  const dialog = await ask();
  await dialog.getByText('The provider refused it.').waitFor();
  await button('Refund ₹1,000').click();
  await dialog.getByText('The office does not answer.').waitFor();
  await button('Cancel').click();
  await ask();
  await dialog.waitFor({ state: 'hidden' });
  expect([ids[0] === ids[1], ids[1] === ids[2], ids.length]).toEqual([false, true, 3]);
  // The refund was requested only once.
  await button('Refund ₹49,000').waitFor();
});
