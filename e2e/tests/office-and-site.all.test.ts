import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchAtRest } from '../src/browser/browser';
import { eventually } from '../src/eventually';
import { type OwnSite, startOwnSite } from '../src/servers/own-site';
import { startOffice } from '../src/servers/signed-in-office';
import type { Staffed } from '../src/servers/staff-service';
import { dismiss } from '../src/visitor/enquiry-forms';
import {
  expectTyped,
  fillForm,
  formOf,
  GOOD_CARD,
  ONLINE,
  ORDER,
  openForm,
  paidAs,
  payButton,
  payByCard,
  startPayment,
} from '../src/visitor/enrolment';
import { pngOf } from '../src/visitor/sample-files';

const NEW_PRICE = '₹45,000 + GST';

/** Time to start a database, five programs and a browser, on a machine that runs three other journeys. */
const START_MS = 240_000;

let site: OwnSite;
let office: Staffed;
let browser: Browser;
let owner: Page;
beforeAll(async () => {
  [site, browser] = await Promise.all([startOwnSite(), launchAtRest()]);
  office = await startOffice(site.env);
  owner = await browser.newPage();
  await owner.goto(office.link);
  await owner.getByRole('heading', { level: 1, name: /^Good day/ }).waitFor();
}, START_MS);
afterAll(async () => {
  await browser.close();
  await office.stop();
  await site.stop();
});

async function changePrice(course: string, rupees: string): Promise<void> {
  await owner.goto(new URL('/courses', office.link).href);
  await owner.getByRole('button', { name: `Change ${course}`, exact: true }).click();
  const dialog = owner.getByRole('dialog');
  await dialog.getByLabel('Price in rupees').fill(rupees);
  await dialog.getByRole('button', { name: `Change ${course}`, exact: true }).click();
  await owner.getByText(`${course} is changed.`).waitFor();
}

test('a visitor learns of a price that changed under an open tab before they pay, and pays the new one', async () => {
  const context = await browser.newContext({ baseURL: site.origin });
  const page = await context.newPage();
  await openForm(page, ONLINE);
  await fillForm(page);
  await formOf(page).getByText(ONLINE.price, { exact: true }).waitFor();
  await changePrice(ONLINE.course, '45000');

  const refused = page.waitForResponse(ORDER);
  await payButton(page).click();
  expect((await refused).status()).toBe(422);
  await dismiss(
    page,
    `The price of the ${ONLINE.course} has changed: it is ${NEW_PRICE} now. Nothing has been charged. Go on to pay the new price.`,
  );
  await expectTyped(page);
  await formOf(page).getByText(NEW_PRICE, { exact: true }).waitFor();

  const { frame } = await startPayment(page);
  await frame.getByText('₹45,000').first().waitFor();
  await payByCard(frame, GOOD_CARD);
  await paidAs(page);
  await context.close();

  await owner.goto(new URL('/enrolments', office.link).href);
  await owner.getByRole('row', { name: /Meena Raman.*Paid.*₹45,000/ }).waitFor();
  // Pages that are loaded from now on contain the new price.
  await eventually('the new price on the page', 15_000, async () =>
    (await (await fetch(`${site.origin}/courses`)).text()).includes('45,000'),
  );
});

/** Decodes a mail's quoted-printable soft line breaks and equals signs. */
const decoded = (mail: string): string => mail.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=');

async function mailsHolding(text: string): Promise<string[]> {
  const folder = join(site.data, 'outbox');
  const names = await readdir(folder).catch(() => []);
  const mails = await Promise.all(names.map(async (name) => decoded(await readFile(join(folder, name), 'utf8'))));
  return mails.filter((mail) => mail.includes(text));
}

test('the mail of an upload links to the office that started beside the site, which shows the file', async () => {
  const body = new FormData();
  for (const [name, value] of Object.entries({ name: 'Ravi', number: '98400 01973', email: 'ravi@x.example' }))
    body.append(name, value);
  const { buffer, mimeType } = pngOf('idea.png', 8);
  body.append('inspirations[]', new Blob([new Uint8Array(buffer)], { type: mimeType }), 'idea.png');
  const answer = await fetch(`${site.origin}/api/save_inspiration.php`, { method: 'POST', body });
  expect(answer.status).toBe(200);
  let link = '';
  await eventually('a link in the mail', 15_000, async () => {
    const [mail = ''] = await mailsHolding('idea.png');
    link = /Open it: (http:\S+)/.exec(mail)?.[1] ?? '';
    return link !== '';
  });
  expect(new URL(link).origin).toBe(new URL(office.link).origin);
  await owner.goto(link);
  await owner.getByRole('heading', { level: 1, name: 'Ravi' }).waitFor();
  await owner.getByText('idea.png').first().waitFor();
});
