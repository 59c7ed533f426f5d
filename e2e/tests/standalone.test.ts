import { sample, TAKES_ALL } from '@wholepage/tooling/sample';
import type { Page } from 'playwright-core';
import type { Visit } from '../src/browser/browser';
import { oneBrowser, oneByOne } from '../src/browser/one-tab';
import {
  askedFor,
  choosePage,
  chooseScenario,
  liveVersions,
  openStandalone,
  panel,
  scenariosOf,
} from '../src/servers/standalone';
import { dismiss } from '../src/visitor/enquiry-forms';
import {
  expectTyped,
  fillForm,
  formOf,
  type Offer,
  ONE_ON_ONE,
  ONLINE,
  ONLY_OFFLINE,
  payButton,
} from '../src/visitor/enrolment';

const nextVisit = oneByOne(oneBrowser());
let versions: Awaited<ReturnType<typeof liveVersions>>;
beforeAll(async () => {
  versions = await liveVersions();
});

describe('mf-courses alone', () => {
  const enrol = async ({ page }: Visit, scenario: string, { path, button }: Offer = ONLINE): Promise<void> => {
    await choosePage(page, path);
    await chooseScenario(page, scenario);
    await page.locator('#slot').getByRole('button', { name: button, exact: true }).first().click();
    await formOf(page).waitFor();
    await fillForm(page);
    await payButton(page).click();
  };
  const paid = async (page: Page): Promise<void> => {
    await page.getByRole('heading', { level: 1, name: 'Payment Successful!', exact: true }).waitFor();
    await page.locator('#slot').getByText('pay_standalone', { exact: true }).waitFor();
  };
  const open = () => openStandalone(nextVisit, 'mf-courses', versions['mf-courses'] ?? '');

  test('offers every state on its panel', async () => {
    const { page, errors, close } = await open();
    expect(await scenariosOf(page)).toEqual([
      'Payment succeeds',
      'Payment is declined',
      'Payment is dismissed',
      'Slow: order and confirmation take four seconds',
      'Paid, but the confirmation never answers',
      'An order without an id',
      'Server error 502',
      'An answer that is not JSON',
      'Offline',
      'The price has changed since the page was opened',
      'The offline course is full, the only offline one is closed',
      'The prices cannot be read',
      "The provider's script does not load",
      'really (no scenario)',
    ]);
    const headings = {
      '/courses/3': 'Only Offline Course',
      '/courses/0': '404 not found',
      '/success': 'No payment to show',
      '/success?payment_id=pay_standalone': 'Payment Successful!',
    };
    for (const [path, name] of Object.entries(headings)) {
      await choosePage(page, path);
      await page.locator('#slot').getByRole('heading', { level: 1, name, exact: true }).waitFor();
    }
    expect(errors).toEqual([]);
    await close();
  });

  test('says of a full and of a closed course that nothing can be paid for it', async () => {
    const { page, errors, close } = await open();
    await chooseScenario(page, 'The offline course is full, the only offline one is closed');
    const offers: [{ path: string; button: string }, price: string, sentence: RegExp][] = [
      [ONE_ON_ONE, 'Fully booked', /^This course is full/],
      [ONLY_OFFLINE, 'Not open now', /^This course takes no enrolments now/],
    ];
    for (const [{ path, button }, price, sentence] of offers) {
      await choosePage(page, path);
      await page.locator('#slot').getByText(price).first().waitFor();
      await page.locator('#slot').getByRole('button', { name: button, exact: true }).first().click();
      await page.getByRole('dialog').getByText(sentence).waitFor();
      expect(await payButton(page).count()).toBe(0);
      await page.keyboard.press('Escape');
    }
    expect(errors).toEqual([]);
    await close();
  });

  test('pays, fast and slowly', async () => {
    const standalone = await open();
    const { page, errors, close } = standalone;
    await enrol(standalone, 'Payment succeeds');
    await paid(page);
    await askedFor(page, 'shell.navigate("/success?payment_id=pay_standalone")');
    if (TAKES_ALL) {
      await enrol(standalone, 'Slow: order and confirmation take four seconds');
      for (const name of ['Opening payment…', 'Confirming your payment…']) {
        const busy = formOf(page).getByRole('button', { name, exact: true });
        await busy.waitFor();
        expect(await busy.isDisabled()).toBe(true);
      }
      await paid(page);
    }
    expect(errors).toEqual([]);
    await close();
  });

  if (TAKES_ALL)
    test('is thanked for a payment whose confirmation never answers', async () => {
      const standalone = await open();
      await enrol(standalone, 'Paid, but the confirmation never answers');
      await formOf(standalone.page).getByRole('button', { name: 'Confirming your payment…', exact: true }).waitFor();
      await paid(standalone.page);
      await standalone.close();
    });

  test('tells every failure in words and goes back to what was typed', async () => {
    const standalone = await open();
    const { page, close } = standalone;
    const declined = 'Your payment was declined by the bank.';
    const lost = 'Something went wrong while creating the order.';
    const noId = 'Failed to create order at the payment provider.';
    const script = 'The payment window could not be loaded. Please check your connection and try again.';
    const failures: [scenario: string, alert: string, offer?: Offer][] = [
      ['Payment is declined', `Payment failed: ${declined}`],
      ['Payment is declined', `Payment failed. Error: ${declined}`, ONE_ON_ONE],
      ['An order without an id', noId],
      ['Server error 502', `${noId} The payment provider does not answer.`],
      [
        'The price has changed since the page was opened',
        'The price of the course has changed: it is ₹45,000 + GST now. Nothing has been charged.',
      ],
      ['An answer that is not JSON', lost],
      ['Offline', lost],
      ["The provider's script does not load", script],
    ];
    for (const [scenario, alert, offer] of sample(failures, ['Payment is declined', 'Offline'])) {
      await enrol(standalone, scenario, offer);
      await dismiss(page, alert);
      await expectTyped(page);
      await page.keyboard.press('Escape');
      await formOf(page).waitFor({ state: 'hidden' });
    }
    await enrol(standalone, 'Payment is dismissed');
    await askedFor(page, 'POST /api/create_order.php');
    await expectTyped(page);
    await close();
  });
});

test('a fragment is shown alone, from the panel and by its own address', async () => {
  const version = versions['mf-courses'] ?? '';
  const { page, errors, close } = await openStandalone(nextVisit, 'mf-courses', version);
  const prices = page.locator('#slot').getByText('₹');
  await choosePage(page, '/fragments/course-prices?props=%7B%7D');
  await prices.nth(3).waitFor();
  expect(await prices.allTextContents()).toEqual([
    '₹50,000 + GST',
    '₹1,00,000 + GST',
    '₹2,00,000',
    'from ₹50,000 + GST',
  ]);
  await choosePage(page, '/courses/0');
  await page.locator('#slot').getByRole('heading', { level: 1, name: '404 not found' }).waitFor();
  await page.goto(`/_standalone/mf-courses/${version}/fragments/course-prices?scenario=no-prices`);
  await page.locator('#slot').getByRole('listitem').nth(3).waitFor();
  expect(await prices.count()).toBe(0);
  await page.goto(`/_standalone/mf-courses/${version}/fragments/nothing`);
  await panel(page).getByText('mf-courses has no fragment "nothing". It has: course-prices.').waitFor();
  expect(errors).toEqual([]);
  await close();
});

describe('mf-blog alone', () => {
  const open = () => openStandalone(nextVisit, 'mf-blog', versions['mf-blog'] ?? '');
  const slot = (page: Page) => page.locator('#slot');
  const heading = (page: Page, name: string) => slot(page).getByRole('heading', { name, exact: true }).waitFor();

  test('shows its list, its posts, and what does not exist', async () => {
    const { page, errors, close } = await open();
    expect(await scenariosOf(page)).toEqual([
      'What it should',
      'The same after four seconds',
      'That there are no posts',
      'An error (500)',
      'Garbage',
      'Nothing: the network is gone',
      'really (no scenario)',
    ]);
    await slot(page).getByRole('article').nth(8).waitFor();
    await slot(page).getByRole('navigation').getByRole('link', { name: '3', exact: true }).click();
    await slot(page).getByRole('article').nth(5).waitFor({ state: 'detached' });
    expect(await slot(page).getByRole('article').count()).toBe(5);
    await choosePage(page, '/blog?page=99');
    await heading(page, 'The book ends before this page');
    await choosePage(page, '/blog/sample-1');
    await heading(page, 'How many sheets for one bed?');
    await choosePage(page, '/blog/nowhere');
    await heading(page, 'Post not found.');
    // One sample's picture is missing on purpose.
    expect(errors.filter((error) => !error.includes('status of 404'))).toEqual([]);
    await close();
  });

  if (TAKES_ALL)
    test('reaches every state of the list and of a post', async () => {
      const { page, close } = await open();
      await slot(page).getByRole('article').nth(8).waitFor();
      const states = [
        ['That there are no posts', 'The first swatch is still on the loom', 'Not found.'],
        ['An error (500)', 'Failed to load blogs.', 'Post not found.'],
        ['Garbage', 'Failed to load blogs.', 'Post not found.'],
        ['Nothing: the network is gone', 'Failed to load blogs.', 'Post not found.'],
      ] as const;
      for (const [scenario, list, post] of states) {
        await choosePage(page, '/blog');
        await chooseScenario(page, scenario);
        await heading(page, list);
        await choosePage(page, '/blog/sample-1');
        await heading(page, post);
      }
      await chooseScenario(page, 'The same after four seconds');
      await slot(page).getByText('Loading…', { exact: true }).waitFor();
      await heading(page, 'How many sheets for one bed?');
      await close();
    });
});
