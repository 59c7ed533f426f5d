import { sample } from '@wholepage/tooling/sample';
import type { Locator, Page } from 'playwright-core';
import { alive, SITE } from '../src/browser/browser';
import { oneBrowser, oneByOne } from '../src/browser/one-tab';
import { formOf, ONE_ON_ONE } from '../src/visitor/enrolment';

const nextVisit = oneByOne(oneBrowser());

const open = async (path: string) => {
  const visitor = await nextVisit();
  await visitor.page.goto(path);
  await alive(visitor.page);
  return visitor;
};
const inMain = (page: Page, role: 'button' | 'link' | 'heading' | 'region', name: string): Locator =>
  page.locator('main').getByRole(role, { name, exact: true });
const hasFocus = (element: Locator): Promise<void> => element.and(element.page().locator(':focus')).waitFor();

/** Opens every part of an accordion by keyboard, and closes the last again. */
async function expectAccordion(page: Page, headings: string[]): Promise<void> {
  const [first = '', ...others] = headings;
  const button = (name: string) => inMain(page, 'button', name);
  // The panel of each part is a region with the heading's name.
  const panel = (name: string) => inMain(page, 'region', name);
  expect(await button(first).getAttribute('aria-expanded')).toBe('true');
  await panel(first).getByRole('listitem').first().waitFor();
  await button(first).focus();
  for (const name of others) {
    await panel(name).getByRole('listitem').first().waitFor({ state: 'hidden' });
    while ((await button(name).and(page.locator(':focus')).count()) === 0) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await panel(name).getByRole('listitem').first().waitFor();
    expect(await button(name).getAttribute('aria-expanded')).toBe('true');
  }
  await page.keyboard.press(' ');
  await panel(headings.at(-1) ?? '')
    .getByRole('listitem')
    .first()
    .waitFor({ state: 'hidden' });
}

/** Expects that a click on the brochure's link downloads a real PDF. */
async function expectBrochure(page: Page): Promise<void> {
  const download = page.waitForEvent('download');
  await page
    .locator('main')
    .getByRole('link', { name: /^Download Brochure: .+ \(PDF\)$/ })
    .first()
    .click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/\.pdf$/);
  const response = await fetch(new URL(file.url(), SITE));
  expect(response.headers.get('content-type')).toBe('application/pdf');
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-');
  expect(bytes.subarray(-8).toString('latin1')).toContain('%%EOF');
  await file.cancel();
}

describe('the list', () => {
  test('has three courses, each with a way to its page and a form to enrol', async () => {
    const { page, errors, close } = await open('/courses');
    const cards = page.locator('main').getByRole('article');
    expect(await cards.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      'Online Course',
      'Offline Course',
      'Only Offline Course',
    ]);
    const prices = ['₹50,000 + GST', '₹1,00,000 + GST', '₹2,00,000'];
    for (const [index, price] of prices.entries()) {
      const card = cards.nth(index);
      await card.getByText(price, { exact: true }).waitFor();
      const link = card.getByRole('link', { name: /^Get Started/ });
      expect(await link.getAttribute('href')).toBe(`/courses/${index + 1}`);
      expect((await link.textContent())?.trim()).toBe('Get Started');
      const button = card.getByRole('button', { name: /^Enrol Now/ });
      await button.click();
      await formOf(page).getByText(price, { exact: true }).waitFor();
      await formOf(page).getByRole('button', { name: 'Close', exact: true }).click();
      await formOf(page).waitFor({ state: 'hidden' });
      await hasFocus(button);
    }
    for (const fact of ['7 days', '2 weeks, 4 hours daily', '12–15', 'Our academy in Delhi']) {
      expect(await cards.getByText(fact, { exact: true }).count()).toBe(1);
    }
    await cards
      .nth(1)
      .getByRole('link', { name: /^Get Started/ })
      .click();
    await page.waitForURL('**/courses/2');
    await inMain(page, 'heading', 'Offline Course').first().waitFor();
    expect(errors).toEqual([]);
    await close();
  });
});

const COURSES: [id: string, title: string, last: string][] = [
  ['1', 'Online Course', 'What it includes'],
  ['2', 'Offline Course', 'What you will learn'],
  ['3', 'Only Offline Course', 'What it includes'],
];

describe.each(sample(COURSES, ['2']))('course %s', (id, title, last) => {
  test('has an introduction, an accordion, videos, a form and a brochure', async () => {
    const { page, errors, close } = await open(`/courses/${id}`);
    await page.locator('main').getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    await page.locator('main').getByText('Introduction', { exact: true }).waitFor();
    await expectAccordion(page, ['What to expect', 'Who it is for', last]);
    const carousel = inMain(page, 'region', 'Reels').or(page.getByRole('group', { name: 'Reels', exact: true }));
    expect(await carousel.getByRole('button', { name: /^Play / }).count()).toBeGreaterThanOrEqual(4);
    expect(await inMain(page, 'button', 'Enrol Now').count()).toBe(2);
    await expectBrochure(page);
    expect(errors).toEqual([]);
    await close();
  });
});

test('an unknown course is a 404 that leads on', async () => {
  for (const id of ['0', '01', 'online', '%3Cscript%3E']) {
    const response = await fetch(`${SITE}/courses/${id}`);
    expect({ id, status: response.status }).toEqual({ id, status: 404 });
    expect(await response.text()).toMatch(/<h1[^>]*>404 not found<\/h1>/);
  }
  const { page, close } = await nextVisit();
  const response = await page.goto('/courses/4');
  expect(response?.status()).toBe(404);
  await alive(page);
  await inMain(page, 'heading', '404 not found').waitFor();
  await inMain(page, 'link', 'All courses').click();
  await page.waitForURL('**/courses');
  await close();
});

test('the one-on-one page tells four days, the gain, and has a brochure', async () => {
  const { page, errors, close } = await open(ONE_ON_ONE.path);
  await expectAccordion(page, [
    'Day 1: Personalized Consultation',
    'Day 2: Guided Shopping',
    'Day 3: Skincare, Makeup & Confidence Training',
    'Day 4: Wardrobe Building',
  ]);
  expect(await inMain(page, 'region', 'What You Will Gain').getByRole('listitem').count()).toBe(6);
  await expectBrochure(page);
  expect(errors).toEqual([]);
  await close();
});

describe('the success page', () => {
  const IDS = [
    '<img src=x onerror="window.struck=1"> மீனா & <b>',
    '"></script><script>window.struck=1</script>',
    'x'.repeat(1500),
  ];

  test('shows the id as text, whatever it holds', async () => {
    const { page, errors, close } = await nextVisit();
    for (const id of IDS) {
      await page.goto(`/success?payment_id=${encodeURIComponent(id)}`);
      await alive(page);
      // No payment has any of these ids.
      await inMain(page, 'heading', 'We could not confirm this payment yet').waitFor();
      expect(await page.locator('main').textContent()).toContain(
        '“Payment Successful!” stands here once it is confirmed',
      );
      expect(await page.locator('main dd').textContent()).toBe(id);
      expect(await page.evaluate(() => 'struck' in window)).toBe(false);
      expect(await page.locator('main').locator('script, dd *').count()).toBe(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
    }
    expect(errors).toEqual([]);
    await close();
  });
});

test('only pages that take payments let the checkout in', async () => {
  const { origin } = new URL(process.env.SITE_SANDBOX ?? '');
  const policyOf = async (path: string) => (await fetch(SITE + path)).headers.get('content-security-policy') ?? '';
  const directives = (policy: string) =>
    policy
      .split('; ')
      .filter((directive) => directive.split(' ').includes(origin))
      .map((directive) => directive.split(' ')[0]);
  for (const path of ['/courses', '/courses/1', '/courses/2', '/courses/3', ONE_ON_ONE.path]) {
    expect(directives(await policyOf(path))).toEqual(['script-src', 'connect-src', 'frame-src']);
  }
  for (const path of [
    '/',
    '/contact',
    '/blog',
    '/product',
    '/design-studio',
    '/success?payment_id=pay_1',
    '/nowhere',
  ]) {
    const policy = await policyOf(path);
    expect(policy).toContain("frame-src 'none'");
    expect(directives(policy)).toEqual([]);
  }
});
