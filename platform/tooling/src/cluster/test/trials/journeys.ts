import { randomUUID } from 'node:crypto';
import type { Browser, FrameLocator, Locator, Page } from 'playwright-core';
import { findChrome, launchChrome } from '../../../run/find-program';
import type { Cluster } from '../../start-cluster';
import { hasPaid, ownersLeads, ownersUploads, until } from '../looks';

const PATIENCE_MS = 60_000;
const ANSWER_MS = 30_000;
const PDF =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

const newEmail = (): string => `${randomUUID()}@example.com`;

/** Opens a page and waits for its script: an earlier submit would be the browser's own. @returns its form */
const formOf = async (page: Page, path: string) => {
  await page.goto(path);
  const form = page.locator('main form[method="post"][novalidate]');
  await form.scrollIntoViewIfNeeded();
  return form;
};

async function fillIn(form: Locator | FrameLocator, answers: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, text] of Object.entries(answers)) await form.getByLabel(label, { exact: true }).fill(text);
}

async function sendEnquiry(page: Page, email: string): Promise<void> {
  const form = await formOf(page, '/contact');
  const person = { Name: 'Meena Raman', Email: email, Phone: '98400 11111' };
  await fillIn(form, { ...person, Subject: 'Whites', Message: 'Forty sets.' });
  await form.getByRole('button', { name: 'Send Message', exact: true }).click();
  await page
    .getByText('Thank you! Your message has been sent successfully.')
    .or(page.getByText('Thank You!'))
    .first()
    .waitFor();
}

async function sendPicture(page: Page, email: string): Promise<void> {
  const form = await formOf(page, '/design-studio');
  await fillIn(form, { Name: 'Meena Raman', 'Phone number': '98400 44444', Email: email });
  const chosen = { name: 'idea.pdf', mimeType: 'application/pdf', buffer: Buffer.from(PDF) };
  await form.getByLabel(/^Your inspiration/).setInputFiles(chosen);
  await form.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.waitForURL('**/thank-you');
}

async function enrol(page: Page, email: string): Promise<void> {
  await page.goto('/courses/3');
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('#slot') ?? {}).some((key) => key.startsWith('__react')),
  );
  await page.locator('main').getByRole('button', { name: 'Enrol Now', exact: true }).first().click();
  const form = page.getByRole('dialog', { name: 'Enrol Now', exact: true });
  await fillIn(form, { Name: 'Meena Raman', Email: email, Phone: '98400 11111' });
  await form.getByRole('button', { name: 'Proceed to Payment', exact: true }).click();
  const card = page
    .getByRole('dialog', { name: /\(sandbox\)$/ })
    .locator('iframe')
    .contentFrame();
  await fillIn(card, { 'Card number': '4111 1111 1111 1111', 'Expiry (MM/YY)': '12/39', CVV: '123' });
  await card.getByRole('button', { name: /^Pay ₹/ }).click();
  await card.getByLabel('One-time password', { exact: true }).fill('1234');
  await card.getByRole('button', { name: 'Submit', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Payment Successful!', exact: true }).waitFor();
}

/** Waits until the owner's list has the entry. @throws after the timeout, and when it has the entry more than once */
async function untilKept(what: string, count: () => Promise<number>): Promise<void> {
  const look = async () => (await count()) || undefined;
  const found = await until(look, { withinMs: PATIENCE_MS, what: `${what}: kept 0 times` });
  if (found !== 1) throw new Error(`${what}: kept ${found} times`);
}

/** Runs a journey in a fresh browser context. An error in its console is a failure. @returns the protocol of the page load */
async function walk(browser: Browser, origin: string, journey: (page: Page) => Promise<void>): Promise<string> {
  const context = await browser.newContext({ baseURL: origin, ignoreHTTPSErrors: true });
  const page = await context.newPage();
  page.setDefaultTimeout(ANSWER_MS);
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  try {
    await journey(page);
    if (complaints.length > 0) throw new Error(complaints.join('; '));
    return await page.evaluate(() => {
      const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
      return entry?.nextHopProtocol ?? '';
    });
  } finally {
    await context.close();
  }
}

/**
 * Sends a form, uploads a file and pays for a course, each in its own browser context. Then checks that the owner has each.
 * @returns a remark @throws naming the journey's step that failed
 */
export async function walkJourneys(cluster: Cluster): Promise<string> {
  const browser = await launchChrome({ executablePath: findChrome() });
  try {
    const [writer, sender, student] = [newEmail(), newEmail(), newEmail()];
    const { origin } = cluster;
    const protocol = await walk(browser, origin, (page) => sendEnquiry(page, writer));
    await walk(browser, origin, (page) => sendPicture(page, sender));
    await walk(browser, origin, (page) => enrol(page, student));
    const count = <Row>(rows: readonly Row[], is: (row: Row) => boolean) => rows.filter(is).length;
    await untilKept('the enquiry', async () => count(await ownersLeads(cluster), ({ email }) => email === writer));
    await untilKept('the upload', () => ownersUploads(cluster, sender));
    await untilKept('the payment', async () => Number(await hasPaid(cluster, student)));
    return `${protocol}: kept once each, the file in the bucket, the course paid`;
  } finally {
    await browser.close();
  }
}
