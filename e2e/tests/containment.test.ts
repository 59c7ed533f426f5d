import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sample, TAKES_ALL } from '@wholepage/tooling/sample';
import type { Browser, Page } from 'playwright-core';
import { DOCUMENT_PROPERTIES } from '../../platform/composer/src/html/scan-fragment';
import { alive, launchAtRest, type Visit, visit } from '../src/browser/browser';
import { type FaultProxy, startFaultProxy } from '../src/faults/fault-proxy';

let browser: Browser;
let proxy: FaultProxy;
beforeAll(async () => {
  [browser, proxy] = await Promise.all([launchAtRest(), startFaultProxy()]);
});
beforeEach(() => proxy.reset());
afterAll(() => Promise.all([browser.close(), proxy.close()]));

const open = (): Promise<Visit> => visit(browser, { baseURL: proxy.origin });
const heading = (page: Page, name: string | RegExp) =>
  page.locator('main').getByRole('heading', { level: 1, name }).waitFor();
const follow = (page: Page, name: string) =>
  page.locator('header nav').getByRole('link', { name, exact: true }).click();
const uncaught = (page: Page): string[] => {
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  return errors;
};
const most = (): number =>
  Math.max(...[...proxy.requests].filter(([path]) => path.startsWith('/_releases/')).map(([, count]) => count));
/** Waits until the network is idle, which it never is in a loop of requests. */
const quiet = (page: Page) => page.waitForLoadState('networkidle');

const CONTACT_CHUNK = /page-contact\b.*\.js/;

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64');

/**
 * Edits the contact page's chunk, and its digest in the remote's entry, from which browsers take its name and integrity. The
 * release has two: the other one is for the standalone page.
 */
async function editChunk(edit: (text: string) => string): Promise<void> {
  const assets = join(process.env.SITE_DATA ?? '', 'releases', 'mf-marketing', 'assets');
  const names = (await readdir(assets)).filter((name) => /^page-contact\..+\.js$/.test(name));
  const chunks = await Promise.all(names.map((name) => readFile(join(assets, name), 'utf8')));
  let after = '';
  await proxy.faultEntry({
    match: /\/mf-marketing\/.*(entry|page-contact\b.*)\.js$/,
    edit: (text) => {
      const before = chunks.find((chunk) => text.includes(digestOf(chunk)));
      // No release has a chunk of the new name.
      if (before === undefined) return after;
      after = edit(before);
      return text.replace(digestOf(before), digestOf(after));
    },
  });
}

test.each(sample(['404', 'refused', 'throws on load'] as const, ['throws on load']))(
  'a page whose chunk is not available (%s) stays as the server made it',
  async (kind) => {
    if (kind === 'throws on load') await editChunk(() => 'throw new Error("on purpose");');
    else proxy.fault = { match: CONTACT_CHUNK, kind };
    const { page, close } = await open();
    const errors = uncaught(page);
    await page.goto('/contact');
    await heading(page, 'Contact Us');
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('page-contact')),
    );
    await quiet(page);
    await heading(page, 'Contact Us');
    await expect(page.locator('main form').count()).resolves.toBeGreaterThan(0);
    expect(most()).toBeLessThanOrEqual(3);
    proxy.fault = undefined;
    await follow(page, 'Our Projects');
    await heading(page, 'Our Projects');
    await follow(page, 'Contact');
    await heading(page, 'Contact Us');
    expect(errors.filter((error) => error !== 'on purpose')).toEqual([]);
    await close();
  },
);

if (TAKES_ALL)
  test('a click to a page whose chunk is missing ends in that page, with three requests for the chunk at most', async () => {
    const { page, close } = await open();
    await page.goto('/project');
    await alive(page);
    proxy.fault = { match: CONTACT_CHUNK, kind: '404' };
    await follow(page, 'Contact');
    await page.waitForURL('**/contact');
    await heading(page, 'Contact Us');
    await quiet(page);
    await heading(page, 'Contact Us');
    expect(most()).toBeLessThanOrEqual(3);
    await close();
  });

test('a click while nothing can be had ends in a panel, whose "Try again" works when the fault is gone', async () => {
  const { page, close } = await open();
  await page.goto('/project');
  await alive(page);
  proxy.fault = { match: /page-contact|^\/contact/, kind: 'refused' };
  const started = Date.now();
  await follow(page, 'Contact');
  await heading(page, 'This page could not be shown');
  expect(Date.now() - started).toBeLessThan(4_000);
  expect(new URL(page.url()).pathname).toBe('/contact');
  expect(most()).toBeLessThanOrEqual(3);
  await page.evaluate(() => document.querySelector('main h1')?.setAttribute('data-first', ''));
  const again = page.getByRole('button', { name: 'Try again' });
  await page.keyboard.press('Tab');
  expect(await again.evaluate((button) => getComputedStyle(button).outlineStyle)).toBe('solid');
  await again.click();
  await page.locator('main h1:not([data-first])', { hasText: 'This page could not be shown' }).waitFor();
  proxy.fault = undefined;
  await page.getByRole('button', { name: 'Try again' }).click();
  await heading(page, 'Contact Us');
  await page.waitForFunction(() => document.title.includes('Contact'));
  await follow(page, 'Blog');
  await heading(page, 'The Swatch Book');
  await close();
});

test('a page that hangs holds no visitor up: another remote, and the same one, are shown at a click', async () => {
  proxy.fault = { match: CONTACT_CHUNK, kind: 'hangs' };
  const { page, close } = await open();
  await page.goto('/contact', { waitUntil: 'domcontentloaded' });
  await heading(page, 'Contact Us');
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/layout.')),
  );
  await follow(page, 'Our Projects');
  await heading(page, 'Our Projects');
  // Going back is a task of its own: a page that leaves at once destroys the context of this evaluation.
  await page.evaluate(() => void setTimeout(() => window.history.back()));
  await page.waitForURL('**/contact', { waitUntil: 'commit' });
  await heading(page, 'Contact Us');
  await follow(page, 'Blog');
  await heading(page, 'The Swatch Book');
  await close();
});

test('a page that throws leaves the next page of its remote unharmed: title, focus and progress are right', async () => {
  await editChunk((text) => text.replace('Page:function(){', '$&throw Error("on purpose");'));
  const { page, errors, close } = await open();
  await page.goto('/project');
  await alive(page);
  await follow(page, 'Contact');
  await heading(page, 'Contact Us');
  await quiet(page);
  await heading(page, 'Contact Us');
  expect(errors.join()).toContain('on purpose');
  await expect(page.locator('main form').count()).resolves.toBeGreaterThan(0);
  await page.evaluate(() => Object.assign(window, { marked: true }));
  await follow(page, 'Our Projects');
  await heading(page, 'Our Projects');
  await expect(page.evaluate(() => 'marked' in window)).resolves.toBe(true);
  await page.waitForFunction(() => document.activeElement?.matches('main h1'));
  await expect(page.title()).resolves.toContain('Projects');
  await expect(page.getByRole('progressbar').count()).resolves.toBe(0);
  await close();
});

if (TAKES_ALL)
  test('clicks in quick succession leave no error uncaught', async () => {
    const { page, close } = await open();
    const errors = uncaught(page);
    await page.goto('/');
    await alive(page);
    for (const name of ['Contact', 'About Us', 'Blog', 'Our Projects', 'Design Studio', 'Contact']) {
      await page.locator('header nav').getByRole('link', { name, exact: true }).click({ noWaitAfter: true });
    }
    await heading(page, 'Contact Us');
    await quiet(page);
    expect(errors).toEqual([]);
    await close();
  });

test('every property of the document is a name that no HTML of a release may take', async () => {
  const { page, close } = await open();
  await page.goto('/contact');
  const properties = await page.evaluate(() => {
    const names = new Set<string>();
    for (let from = document as object; from; from = Object.getPrototypeOf(from))
      for (const name of Object.getOwnPropertyNames(from)) names.add(name);
    return [...names];
  });
  // React marks the document that it listens to with a random name, which no HTML can know.
  const known = properties.filter((name) => !/^_reactListening\w+$/.test(name));
  expect(known.filter((name) => !DOCUMENT_PROPERTIES.has(name))).toEqual([]);
  await close();
});
