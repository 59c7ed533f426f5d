import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { rollback } from '@wholepage/releases/steps';
import type { Browser } from 'playwright-core';
import { alive, launchAtRest, visit } from '../src/browser/browser';
import { eventually } from '../src/eventually';
import { reissue } from '../src/faults/reissue';
import { type OwnComposer, startOwnComposer } from '../src/servers/own-composer';

const SERVER_ENTRY = 'node/render.mjs';

let browser: Browser;
let own: OwnComposer;
beforeAll(async () => {
  [browser, own] = await Promise.all([launchAtRest(), startOwnComposer()]);
});
afterAll(() => Promise.all([browser.close(), own.stop()]));

const open = (options = {}) => visit(browser, { baseURL: own.origin, ...options });

/** Three browsers share the machine with the composer. On an idle machine a release is seen within half a second. */
const SEEN_WITHIN_MS = 8_000;

/** Waits until a page's HTML contains a text. @returns the HTML @throws naming both after 8 s */
const htmlWith = (path: string, text: string): Promise<string> =>
  eventually(`${text} at ${path}`, SEEN_WITHIN_MS, async () => {
    const html = await (await fetch(own.origin + path)).text();
    return html.includes(text) && html;
  });

test('a release is seen at once, an open tab goes on with its own, and a rollback takes it back', async () => {
  const { page, errors, close } = await open();
  await page.goto('/contact');
  await alive(page);
  await reissue(own.store, 'mf-blog', (_file, text) => text.replaceAll('The Swatch Book', 'The Pattern Book'));
  await htmlWith('/blog', 'The Pattern Book');

  // A tab takes the set of its first navigation: the one before the release, or the one after it.
  await page.locator('header nav').getByRole('link', { name: 'Blog', exact: true }).click();
  await page
    .locator('main')
    .getByRole('heading', { level: 1, name: /^The (Swatch|Pattern) Book$/ })
    .waitFor();
  await page.reload();
  await page.locator('main').getByRole('heading', { level: 1, name: 'The Pattern Book' }).waitFor();
  await alive(page);
  expect(errors).toEqual([]);

  await rollback(own.store, 'mf-blog');
  await htmlWith('/blog', 'The Swatch Book');
  await close();
});

test('a remote whose server render throws is rendered by the browser, and where it was seen before by the last good page', async () => {
  await htmlWith('/about-us', '"rendered":true');
  const version = await reissue(own.store, 'mf-marketing', (file, text) =>
    file === SERVER_ENTRY ? 'export async function render() { throw new Error("on purpose"); }' : text,
  );
  await own.untilLive(version);
  expect(await htmlWith('/about-us', '</main>')).toContain('"rendered":true');
  const html = await htmlWith('/design-studio', '</main>');
  expect(html).toContain('<footer');
  expect(html).toContain('"rendered":false');
  const { page, close } = await open();
  await page.goto('/design-studio');
  await page.locator('main').getByRole('heading', { level: 1 }).waitFor();
  await page.locator('header nav').getByRole('link', { name: 'Contact', exact: true }).click();
  await page.locator('main').getByRole('heading', { level: 1, name: 'Contact Us' }).waitFor();
  await close();
  await rollback(own.store, 'mf-marketing');
});

test('a remote whose scripts are gone stays readable, its links work, and the others are as ever', async () => {
  const version = await reissue(own.store, 'mf-blog', (_file, text) => text);
  for (const form of ['', '.br', '.gz'])
    await rm(join(own.store, 'mf-blog', version, `entry.js${form}`), { force: true });
  await own.untilServed('/blog', version);
  const { page, close } = await open();
  await page.goto('/blog');
  await page.locator('main').getByRole('heading', { level: 1, name: 'The Swatch Book' }).waitFor();
  await page.getByRole('link', { name: 'Contact', exact: true }).first().click();
  await page.locator('main').getByRole('heading', { level: 1, name: 'Contact Us' }).waitFor();
  await alive(page);
  // The remote's code cannot be loaded, so the click becomes an ordinary page load, which shows the server's page.
  await page.locator('header nav').getByRole('link', { name: 'Blog', exact: true }).click();
  await page.locator('main').getByRole('heading', { level: 1, name: 'The Swatch Book' }).waitFor();
  await close();
  await rollback(own.store, 'mf-blog');
});

test('a remote whose scripts hang leaves the page readable and the layout working', async () => {
  const { page, close } = await open();
  await page.route(/mf-blog\/.*entry\.js/, () => {});
  await page.goto('/blog', { waitUntil: 'commit' });
  await page.locator('main').getByRole('heading', { level: 1, name: 'The Swatch Book' }).waitFor();
  const menu = page.locator('header nav').getByRole('button', { name: 'Our Products menu' });
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('#layout-header') ?? {}).some((key) => key.startsWith('__react')),
  );
  await menu.focus();
  await page.keyboard.press('Enter');
  await page.locator('header nav').getByRole('link', { name: 'Aviation' }).waitFor({ state: 'visible' });
  await close();
});

test('QA sees a release that is not live in the whole site, says so on each page, and leaves it without a script', async () => {
  const version = await reissue(own.store, 'mf-blog', (_file, text) =>
    text.replaceAll('The Swatch Book', 'The Pattern Book'),
  );
  await rollback(own.store, 'mf-blog');
  await htmlWith('/blog', 'The Swatch Book');
  const { page, errors, close } = await open();
  const bar = page.getByRole('complementary', { name: 'Preview' });
  await page.goto(`/contact?override=mf-blog@${version}`);
  expect(new URL(page.url()).search).toBe('');
  await alive(page);
  await page.locator('header nav').getByRole('link', { name: 'Blog', exact: true }).click();
  await page.locator('main').getByRole('heading', { level: 1, name: 'The Pattern Book' }).waitFor();
  await bar.getByText(version, { exact: false }).waitFor();
  expect(errors).toEqual([]);
  await close();

  const bare = await open({ javaScriptEnabled: false });
  await bare.page.goto(`/blog?override=mf-blog@${version}`);
  await bare.page.getByRole('button', { name: 'End the preview' }).click();
  await bare.page.locator('main').getByRole('heading', { level: 1, name: 'The Swatch Book' }).waitFor();
  expect(await bare.page.getByRole('complementary', { name: 'Preview' }).count()).toBe(0);
  await bare.close();
});

test('QA opens the very bytes of a release alone', async () => {
  const { page, close } = await open();
  const html = await (await fetch(`${own.origin}/blog`)).text();
  const version = /"mf-blog":"([^"]+)"/.exec(html)?.[1];
  await page.goto(`/_standalone/mf-blog/${version}/`);
  await page.getByRole('complementary', { name: 'Standalone' }).waitFor();
  await page.locator('main').getByRole('heading', { level: 1 }).waitFor();
  await page.getByLabel('The API answers').selectOption('failing');
  await page.getByText('Failed to load blogs.').waitFor();
  await close();
});
