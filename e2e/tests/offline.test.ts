import { alive, launchAtRest, PHONE, visit } from '../src/browser/browser';
import { oneBrowser, oneByOne } from '../src/browser/one-tab';
import { eventually } from '../src/eventually';
import { leadsOf, mailsOf, newEmail } from '../src/records/leads';
import { button, CONTACT, fill, open } from '../src/visitor/enquiry-forms';

const browser = oneBrowser(launchAtRest);
const nextVisit = oneByOne(browser);

const SENTENCE = /You are offline.+What you wrote is kept, and is sent by itself as soon as the line is back\./;

/** Expects exactly one enquiry and one mail from this address. */
async function expectOneOf(email: string): Promise<void> {
  expect(await mailsOf(email)).toHaveLength(1);
  expect(await leadsOf(email)).toHaveLength(1);
}

test('a form that is sent offline says so, keeps everything, and is sent once when the line is back', async () => {
  const { page } = await nextVisit();
  const email = newEmail();
  const form = await open(page, CONTACT);
  await fill(form, CONTACT, email);
  await page.context().setOffline(true);
  await button(form, CONTACT.submit).click();
  await form.getByRole('alert').filter({ hasText: SENTENCE }).waitFor();
  expect(await form.locator('[name="email"]').inputValue()).toBe(email);
  expect(new URL(page.url()).pathname).toBe(CONTACT.path);
  await page.context().setOffline(false);
  await page.waitForURL('**/thank-you');
  await expectOneOf(email);
});

test('a form whose code has not come is posted without it, once, when the line is back', async () => {
  const { page, close } = await visit(browser());
  const email = newEmail();
  // The page's own code never loads; the first script of the layout does.
  await page.route('**/_releases/mf-marketing/**/*.js', (route) => route.abort());
  const [first] = await Promise.all([
    page.waitForResponse(/shell\/.*main.*\.js/),
    page.goto(CONTACT.path, { waitUntil: 'domcontentloaded' }),
  ]);
  await first.finished();
  const form = page.locator('main form[method="post"]');
  await fill(form, CONTACT, email);
  await page.context().setOffline(true);
  await button(form, CONTACT.submit).click();
  await page.getByRole('status').filter({ hasText: SENTENCE }).waitFor();
  expect(new URL(page.url()).pathname).toBe(CONTACT.path);
  expect(await form.locator('[name="email"]').inputValue()).toBe(email);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.context().setOffline(false);
  await page.waitForURL('**/thank-you');
  await expectOneOf(email);
  await close();
});

test('who goes on offline reads that, and has the page as soon as the line is back', async () => {
  const { page, close } = await visit(browser());
  await page.goto('/contact');
  await alive(page);
  await page.context().setOffline(true);
  await page.locator('header nav').getByRole('link', { name: 'Blog', exact: true }).dispatchEvent('click');
  await page.locator('main').getByText('You are offline. The page comes by itself').waitFor();
  expect(await page.locator('main').getByText('on our side').count()).toBe(0);
  await page.context().setOffline(false);
  await page.locator('main').getByRole('heading', { level: 1, name: 'The Swatch Book' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/blog');
  await close();
});

test('after a soft navigation, failures and slow answers are those of the remote on show', async () => {
  const { page, close } = await visit(browser());
  const reported: { app: string; failed?: string; inp?: number }[] = [];
  await page.route('**/_reports', async (route) => {
    const body: unknown = route.request().postDataJSON();
    reported.push(...(Array.isArray(body) ? body : (body as { reports: typeof reported }).reports));
    await route.fulfill({ status: 204 });
  });
  await page.goto('/contact');
  await alive(page);
  await page.locator('header nav').getByRole('link', { name: 'Blog', exact: true }).click();
  await page.locator('main').getByRole('heading', { level: 1, name: 'The Swatch Book' }).waitFor();
  await alive(page);
  await page.evaluate(() => {
    const forged = Object.assign(new Error('on purpose'), {
      stack: `at x (${window.location.origin}/_releases/shell/1.0.0/main.js:1:1)`,
    });
    setTimeout(() => {
      throw forged;
    });
    const busy = () => {
      const until = performance.now() + 200;
      while (performance.now() < until);
    };
    document.querySelector('main h1')?.addEventListener('click', busy, { once: true });
  });
  await page.locator('main h1').click();
  // The browser reports an interaction some time after its paint.
  await eventually('a slow answer of mf-blog', 10_000, async () => {
    await page.evaluate(() => {
      Object.defineProperty(document, 'visibilityState', { get: () => 'hidden', configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    return reported.some(({ app, inp = 0 }) => app === 'mf-blog' && inp >= 200);
  });
  expect(reported.filter(({ failed }) => failed)).toEqual([
    expect.objectContaining({ app: 'mf-blog', failed: 'runtime' }),
  ]);
  await close();
});

test('who asks on a broken line is led to the page with the questions, and is asked in place once the line is back', async () => {
  const { page, errors, close } = await visit(browser());
  await page.route(/\/enquiry\..*\.js$/, (route) => route.abort());
  await page.goto('/project');
  await alive(page);
  const ask = page.locator('header').getByRole('button', { name: "Let's Get Started" });
  await ask.click();
  await page.locator('main').getByRole('heading', { level: 1, name: 'Contact Us' }).waitFor();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await ask.click();
  await page.getByRole('dialog', { name: "Got an Idea? Let's Make It Happen" }).waitFor();
  expect(errors.filter((error) => !error.includes('net::ERR_FAILED'))).toEqual([]);
  await close();
});

test.each([
  ['React', /\/react\..*\.js$/],
  ['the layout', /\/layout\..*\.js$/],
  ['the settings', /\/_settings\//],
])('a page to which %s did not come is brought to life by who clicks once the line is back', async (_what, files) => {
  const { page, close } = await visit(browser(), { viewport: PHONE });
  await page.route(files, (route) => route.abort());
  await Promise.all([
    page.waitForEvent('console', (message) => message.text().startsWith('The page stays as the server made it.')),
    page.goto('/project'),
  ]);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('link', { name: 'Contact' }).click();
  await page.locator('main').getByRole('heading', { level: 1, name: 'Contact Us' }).waitFor();
  await close();
});
