import { readFile } from 'node:fs/promises';
import { sample, TAKES_ALL } from '@wholepage/tooling/sample';
import type { CDPSession, Locator, Page, Route } from 'playwright-core';
import sharp from 'sharp';
import { launch, visit } from '../src/browser/browser';
import { oneBrowser, oneByOne } from '../src/browser/one-tab';
import { filesOf, leadsOf, mailsOf, newEmail } from '../src/records/leads';
import { button, dismiss, enquiryCalls, fill, open, reveal, STUDIO, valuesOf } from '../src/visitor/enquiry-forms';
import { type ChosenFile, disguised, pdfOf, pngOf } from '../src/visitor/sample-files';

const browser = oneBrowser(launch);
const nextVisit = oneByOne(browser);

const pixelsOf = (bytes: Buffer) => sharp(bytes).removeAlpha().raw().toBuffer();
const SAVE = `**/${STUDIO.save}`;
const REFUSED = 'Please choose a JPEG, PNG, WebP or GIF picture, or a PDF.';
const chooser = (form: Locator): Locator => form.getByLabel(/^Your inspiration/);

/** Expects exactly one enquiry of this address, with the file as it was sent, and exactly one mail. */
async function expectOneOf(email: string, file: ChosenFile): Promise<void> {
  const mails = await mailsOf(email);
  const [leads, files] = await Promise.all([leadsOf(email), filesOf(email)]);
  expect(leads).toEqual([
    expect.objectContaining({ form: 'studio', saved: true, name: 'Meena Raman', phone: '98400 44444', files: 1 }),
  ]);
  expect(files).toEqual([expect.objectContaining({ name: file.name, type: file.mimeType })]);
  const kept = await readFile(files[0]?.path ?? '');
  // The API encodes pictures again, which changes no pixel of a PNG.
  if (file.mimeType.startsWith('image/')) expect(await pixelsOf(kept)).toEqual(await pixelsOf(file.buffer));
  else expect(kept.equals(file.buffer)).toBe(true);
  expect(mails).toHaveLength(1);
}

/** Limits uploads to this number of bytes a second, until the session is detached. */
async function slowDown(page: Page, uploadThroughput: number): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput,
  });
  return session;
}

test('a picture is shown, sent with its progress, and kept as it was', async () => {
  const { page, errors, close } = await nextVisit();
  const email = newEmail();
  const form = await open(page, STUDIO);
  const calls = enquiryCalls(page);
  await fill(form, STUDIO, email);
  const picture = pngOf('collar.png', 200);
  await chooser(form).setInputFiles(picture);
  await form.getByText('collar.png', { exact: true }).waitFor();
  await form.getByText(/^12\d kB$/).waitFor();
  await form.locator('canvas[data-ready]').waitFor();

  const slow = await slowDown(page, 30_000);
  await button(form, 'Submit').dblclick();
  const progress = form.getByRole('progressbar', { name: 'Upload progress' });
  await progress.waitFor();
  expect(await button(form, 'Sending...').isDisabled()).toBe(true);
  expect(Number(await progress.getAttribute('value'))).toBeLessThan(1);
  await slow.detach();
  await page.waitForURL('**/thank-you');
  await page.getByRole('heading', { level: 1, name: 'Thank You!' }).waitFor();
  await page.reload();
  await page.goBack();
  const again = await reveal(page, STUDIO);
  expect(Object.values(await valuesOf(again, [...Object.keys(STUDIO.answers), 'Email'])).join('')).toBe('');
  await button(again, 'Submit').and(page.locator(':enabled')).waitFor();
  expect(await again.getByText('collar.png').count()).toBe(0);
  expect(calls).toEqual([STUDIO.save]);
  await expectOneOf(email, picture);
  expect(errors).toEqual([]);
  await close();
});

if (TAKES_ALL)
  test('a file can be exchanged and taken out; a PDF is kept as well', async () => {
    const { page, close } = await nextVisit();
    const email = newEmail();
    const form = await open(page, STUDIO);
    await fill(form, STUDIO, email);
    await chooser(form).setInputFiles(pngOf('first.png', 8));
    await button(form, 'Remove first.png').click();
    expect(await form.getByText('first.png').count()).toBe(0);
    expect(await chooser(form).evaluate((input: HTMLInputElement) => input.files?.length)).toBe(0);
    const brief = pdfOf('brand book.pdf');
    await chooser(form).setInputFiles(brief);
    await form.getByText('brand book.pdf', { exact: true }).waitFor();
    await button(form, 'Submit').click();
    await page.waitForURL('**/thank-you');
    await expectOneOf(email, brief);
    await close();
  });

const DISGUISED: [name: string, file: ChosenFile][] = [
  ['an SVG', disguised('logo.png', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a page', disguised('lobby.png', '<!doctype html><script>alert(1)</script>')],
];

test.each(sample(DISGUISED, ['an SVG']))(
  '%s that calls itself a PNG is refused with words, and another file may follow',
  async (_, file) => {
    const { page, close } = await nextVisit();
    const email = newEmail();
    const form = await open(page, STUDIO);
    const typed = await fill(form, STUDIO, email);
    await chooser(form).setInputFiles(file);
    await button(form, 'Submit').click();
    await dismiss(page, `Database save failed: ${REFUSED}`);
    expect(await valuesOf(form, Object.keys(typed))).toEqual(typed);
    const picture = pngOf('lobby at noon.png', 8);
    await chooser(form).setInputFiles(picture);
    await button(form, 'Submit').click();
    await page.waitForURL('**/thank-you');
    await expectOneOf(email, picture);
    await close();
  },
);

if (TAKES_ALL)
  test('what is neither picture nor PDF is refused before it is sent', async () => {
    const { page, close } = await nextVisit();
    const form = await open(page, STUDIO);
    const calls = enquiryCalls(page);
    await fill(form, STUDIO, newEmail());
    await chooser(form).setInputFiles({
      name: 'list.html',
      mimeType: 'text/html',
      buffer: Buffer.from('<p>Sizes</p>'),
    });
    await form
      .getByRole('alert')
      .getByText('Please choose a JPEG, PNG, WebP or GIF picture, or a PDF.', { exact: true })
      .waitFor();
    await button(form, 'Submit').click();
    expect(await chooser(form).and(page.locator(':focus')).count()).toBe(1);
    expect(calls).toEqual([]);
    await close();
  });

if (TAKES_ALL)
  test('each failure is an alert, the form is idle again with what was typed, and it is one enquiry in the end', async () => {
    const { page, close } = await nextVisit();
    const email = newEmail();
    let form = await open(page, STUDIO);
    const typed = await fill(form, STUDIO, email);
    const picture = pngOf('sleeve.png', 8);
    await chooser(form).setInputFiles(picture);
    const failures: [answer: Parameters<Route['fulfill']>[0] | 'abort' | 'stop', text: string][] = [
      [{ json: { success: false, message: 'The shelf is full.' } }, 'Database save failed: The shelf is full.'],
      [{ json: { success: false } }, 'Database save failed: Unknown error'],
      [{ json: {} }, 'Database save failed: Unknown error'],
      [{ status: 500, contentType: 'text/html', body: '<h1>Fatal error</h1>' }, 'Something went wrong.'],
      [{ contentType: 'application/json', body: '{"success":tru' }, 'Something went wrong.'],
      ['abort', 'Something went wrong.'],
      ['stop', 'Something went wrong.'],
    ];
    for (const [answer, text] of failures) {
      const end = { abort: (route: Route) => route.abort(), stop: () => page.evaluate(() => window.stop()) };
      await page.route(SAVE, typeof answer === 'string' ? end[answer] : (route) => route.fulfill(answer), { times: 1 });
      await button(form, 'Submit').click();
      await dismiss(page, text);
      await button(form, 'Submit').and(page.locator(':focus')).waitFor();
      expect(await valuesOf(form, Object.keys(typed))).toEqual(typed);
      await form.getByText('sleeve.png', { exact: true }).waitFor();
    }
    // The save arrives, but its response is lost. The visitor cannot know that, and tries again.
    const loseAnswer = async (route: Route) => {
      await route.fetch();
      await route.abort();
    };
    await page.route(SAVE, loseAnswer, { times: 1 });
    await button(form, 'Submit').click();
    await dismiss(page, 'Something went wrong.');
    await page.reload();
    form = await reveal(page, STUDIO);
    expect(await valuesOf(form, Object.keys(typed))).toEqual(typed);
    await chooser(form).setInputFiles(picture);
    await button(form, 'Submit').click();
    await page.waitForURL('**/thank-you');
    await expectOneOf(email, picture);
    await close();
  });

if (TAKES_ALL)
  test('asks in words for what is missing, and the file may be left out', async () => {
    const { page, close } = await nextVisit();
    const form = await open(page, STUDIO);
    await button(form, 'Submit').click();
    expect(await form.getByRole('alert').allTextContents()).toEqual(STUDIO.missing);
    expect(await form.getByLabel('Name', { exact: true }).and(page.locator(':focus')).count()).toBe(1);
    await fill(form, STUDIO, newEmail());
    await form.getByLabel('Phone number', { exact: true }).fill('call me');
    await button(form, 'Submit').click();
    await form.getByText('Please enter a phone number such as +91 98400 00000.', { exact: true }).waitFor();
    await form.getByLabel('Phone number', { exact: true }).fill('98400 44444');
    await button(form, 'Submit').click();
    await page.waitForURL('**/thank-you');
    await close();
  });

test('without scripts the file is sent all the same', async () => {
  const { page, close } = await visit(browser(), { javaScriptEnabled: false });
  const email = newEmail();
  await page.goto(STUDIO.path);
  const form = await STUDIO.reveal(page);
  await fill(form, STUDIO, email);
  const picture = pngOf('by hand.png', 8);
  await chooser(form).setInputFiles(picture);
  await button(form, 'Submit').click();
  await page.waitForURL('**/thank-you');
  await page.getByRole('heading', { level: 1, name: 'Thank You!' }).waitFor();
  await expectOneOf(email, picture);
  await close();
});
