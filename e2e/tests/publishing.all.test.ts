import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { alive, launchAtRest, visit } from '../src/browser/browser';
import { eventually } from '../src/eventually';
import { rowsOf, runAsOwner } from '../src/records/owner';
import { type OwnSite, startOwnSite } from '../src/servers/own-site';

/** What the specification of the journal promises, with room for the machine. */
const A_MINUTE = 60_000;
const START_MS = 120_000;
/** Pages and lists are kept for half a minute. */
const POLL_MS = 2_000;

const slug = `published-by-a-test-${process.pid}`;
const title = `Published by a test ${process.pid}`;

let browser: Browser;
let folder: string;
/** Other tests hold lists of posts against each other for minutes. */
let own: OwnSite;
beforeAll(async () => {
  [browser, folder, own] = await Promise.all([launchAtRest(), mkdtemp(join(tmpdir(), 'post-')), startOwnSite()]);
  process.env.SITE_DATA = own.data;
}, START_MS);
afterAll(() => Promise.all([browser.close(), rm(folder, { recursive: true }), own.stop()]), START_MS);

/** The list as somebody who comes now gets it. */
const freshList = async (): Promise<string> => (await fetch(`${own.origin}/blog`)).text();
const freshPost = (): Promise<Response> => fetch(`${own.origin}/blog/${slug}`);

/** Goes away from the list and back in a tab that stays open. @returns whether the post is on it */
async function comeBack(page: Page): Promise<boolean> {
  await page.getByRole('banner').getByRole('link', { name: 'About Us', exact: true }).click();
  await page.waitForURL('**/about-us');
  await page.getByRole('banner').getByRole('link', { name: 'Blog', exact: true }).click();
  await page.locator('main').getByRole('article').nth(8).waitFor();
  return (await page.locator('main').getByRole('link', { name: title, exact: true }).count()) === 1;
}

const within = (what: string, isSo: () => Promise<boolean>) => eventually(what, A_MINUTE, isSo, POLL_MS);

test(
  'a post is seen within a minute of being published, and gone within a minute of being taken back',
  async () => {
    const { page, errors, close } = await visit(browser, { baseURL: own.origin });
    await page.goto('/blog');
    await alive(page);
    expect(await freshList()).not.toContain(title);
    expect((await freshPost()).status).toBe(404);

    const file = join(folder, `${slug}.md`);
    await writeFile(file, `---\ntitle: ${title}\nslug: ${slug}\ndate: ${new Date().toISOString()}\n---\n\nHello.\n`);
    expect(await runAsOwner('posts', 'publish', file)).toContain(`/blog/${slug}  shown`);
    await Promise.all([
      within('on the list', async () => (await freshList()).includes(title)),
      within('as a page', async () => (await freshPost()).status === 200),
      within('in an open tab', () => comeBack(page)),
    ]);
    await page.locator('main').getByRole('link', { name: title, exact: true }).click();
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    await page.getByText('Hello.', { exact: true }).waitFor();

    await rowsOf("update posts set status = 'draft' where slug = $1", slug);
    await Promise.all([
      within('off the list', async () => !(await freshList()).includes(title)),
      within('no page', async () => (await freshPost()).status === 404),
      within('gone from an open tab', async () => !(await comeBack(page))),
    ]);
    expect(await (await freshPost()).text()).toContain('Post not found.');
    expect(errors).toEqual([]);
    await close();
  },
  3 * A_MINUTE,
);
