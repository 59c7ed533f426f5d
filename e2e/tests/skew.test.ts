import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { TAKES_ALL } from '@wholepage/tooling/sample';
import type { WorkspaceCopy } from '@wholepage/tooling/workspace-copy';
import type { Browser, Page } from 'playwright-core';
import { alive, launchAtRest, visit } from '../src/browser/browser';
import { reissue } from '../src/faults/reissue';
import { buildFixtures, FIXTURES, releaseFixtures } from '../src/releases/fixture-remotes';
import { type OwnComposer, startOwnComposer } from '../src/servers/own-composer';

const DAY_MS = 24 * 3_600_000;

let browser: Browser;
let own: OwnComposer;
let built: WorkspaceCopy;
beforeAll(async () => {
  [browser, own, built] = await Promise.all([launchAtRest(), startOwnComposer(), buildFixtures()]);
  await releaseFixtures(built, own.store);
  await own.untilLive(FIXTURES.at(-1)?.name ?? '');
}, 120_000);
afterAll(() => Promise.all([browser.close(), own.stop(), built.remove()]));

const open = () => visit(browser, { baseURL: own.origin, viewport: { width: 1600, height: 900 } });
const heading = (page: Page, name: string | RegExp) =>
  page.locator('main').getByRole('heading', { level: 1, name }).waitFor();
const follow = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true }).click();
const bannerOutline = (page: Page) =>
  page.evaluate(() => {
    const banner = document.querySelector('main [class*="banner-"]');
    return banner && getComputedStyle(banner).outlineStyle;
  });
const edited = (from: string, to: string) => (_file: string, text: string) => text.replaceAll(from, to);

/** Waits until the fixture's page is hydrated, and counts to 1 on it. */
async function counts(page: Page): Promise<void> {
  const button = page.locator('main').getByRole('button', { name: 'Count' });
  await page.locator('main button[data-ready="true"]').waitFor();
  await button.click();
  await page.locator('main output', { hasText: '1' }).waitFor();
}

test.each(TAKES_ALL ? FIXTURES : FIXTURES.slice(0, 1))(
  '$name beside React 19 and another shared-ui: opened, gone to from the menu, and left',
  async ({ name, sources, heading: own }) => {
    const { page, errors, close } = await open();
    const response = await page.goto(`/${name}`);
    expect(await response?.text()).toMatch(/"rendered":true/);
    await heading(page, own);
    await counts(page);
    if (sources === 'react') expect(await bannerOutline(page)).toBe('solid');
    await follow(page, 'Our Projects');
    await heading(page, 'Our Projects');
    expect(await bannerOutline(page)).toBe('none');
    await follow(page, name);
    await heading(page, own);
    await counts(page);
    await follow(page, 'Blog');
    await heading(page, 'The Swatch Book');
    expect(errors).toEqual([]);
    await close();
  },
);

test('a page leads on with each status, and in a browser by a page load and softly, after it was prefetched', async () => {
  const [{ name } = { name: '' }] = FIXTURES.filter(({ sources }) => sources === 'react');
  const { page, errors, close } = await open();
  for (const status of [301, 302, 303, 307, 308]) {
    const answer = await fetch(`${own.origin}/${name}/on/${status}`, { redirect: 'manual' });
    expect([answer.status, answer.headers.get('location')]).toEqual([status, '/project']);
  }
  // Two statuses suffice: soft navigation ignores which one it is.
  for (const status of [302, 308]) {
    await page.goto(`/${name}/on/${status}`);
    expect(new URL(page.url()).pathname).toBe('/project');
    await page.goto(`/${name}`);
    await page.locator('main button[data-ready="true"]').waitFor();
    const documents: string[] = [];
    page.on('request', (request) => request.isNavigationRequest() && documents.push(request.url()));
    const entries = await page.evaluate(() => window.history.length);
    const link = page.getByRole('link', { name: `Goes on with ${status}` });
    const prefetched = page.waitForRequest(/page-on/);
    await link.hover();
    await prefetched;
    await link.click();
    await heading(page, 'Our Projects');
    expect(new URL(page.url()).pathname).toBe('/project');
    expect(await page.evaluate(() => window.history.length)).toBe(entries + 1);
    expect(documents).toEqual([]);
    page.removeAllListeners('request');
  }
  expect(errors).toEqual([]);
  await close();
});

test('a tab whose release was pruned goes on, and the page that it goes to is of the release that is live', async () => {
  const { page, errors, close } = await open();
  const first = await reissue(own.store, 'mf-blog', edited('The Swatch Book', 'The First Book'));
  await own.untilServed('/blog', 'The First Book');
  await page.goto('/blog');
  await heading(page, 'The First Book');
  await alive(page);
  await own.untilLive(await reissue(own.store, 'mf-blog', edited('The First Book', 'The Swatch Book')));
  await rm(join(own.store, 'mf-blog', first), { recursive: true });
  // The test opens the last post of the page, because other tests publish new ones and take them back.
  await page.locator('main article a').last().click();
  await page.waitForURL(/\/blog\/.+/);
  await page.locator('main').getByRole('heading', { level: 1 }).waitFor();
  await follow(page, 'Blog');
  await heading(page, 'The Swatch Book');
  expect(errors).toEqual([]);
  await close();
});

test('a new release of the shell hosts remotes that stay, and who has the old scripts at hand gets the new ones', async () => {
  const { page, errors, close } = await open();
  await page.goto('/mf-react-18');
  await counts(page);
  const version = await reissue(own.store, 'shell', edited('Quick Links', 'Short Ways'));
  await own.untilServed('/mf-react-18', version);
  // The browser's cache still holds the old scripts.
  await page.goto('/mf-react-18');
  await counts(page);
  expect(await page.locator('script[src]').first().getAttribute('src')).toContain(version);
  await follow(page, 'Blog');
  await heading(page, 'The Swatch Book');
  expect(errors).toEqual([]);
  await close();
});

if (TAKES_ALL)
  test('a tab that is a day old keeps what was typed, and takes newer releases when it goes on', async () => {
    const { page, errors, close } = await open();
    await page.clock.install();
    await page.goto('/contact');
    await alive(page);
    const name = page.locator('main form input').first();
    await name.fill('Asha');
    await follow(page, 'Contact');
    await own.untilLive(await reissue(own.store, 'mf-blog', edited('The Swatch Book', 'The Next Book')));
    await own.untilServed('/blog', 'The Next Book');
    await page.clock.fastForward(DAY_MS);
    expect(await name.inputValue()).toBe('Asha');
    await follow(page, 'Blog');
    await heading(page, 'The Next Book');

    // After a release of the shell or of the remote on the page, the next navigation is a page load.
    await page.goBack();
    await heading(page, /^(Contact|Write to) Us$/);
    // On a busy machine the page has been loaded again. Text typed before hydration is kept from then on.
    await name.fill('Asha R');
    await alive(page);
    const shell = await reissue(own.store, 'shell', edited('Short Ways', 'Quick Links'));
    const marketing = await reissue(own.store, 'mf-marketing', edited('Contact Us', 'Write to Us'));
    await own.untilLive(marketing);
    await own.untilServed('/blog', shell);
    await own.untilServed('/contact', 'Write to Us');
    await page.clock.fastForward(DAY_MS);
    expect(await name.inputValue()).toBe('Asha R');
    await follow(page, 'Blog');
    await heading(page, 'The Next Book');
    await page.locator(`script[src*="${shell}"]`).first().waitFor({ state: 'attached' });
    await follow(page, 'Contact');
    await heading(page, 'Write to Us');
    await alive(page);
    await page.waitForFunction(() => document.querySelector<HTMLInputElement>('main form input')?.value === 'Asha R');
    expect(errors).toEqual([]);
    await close();
  });
