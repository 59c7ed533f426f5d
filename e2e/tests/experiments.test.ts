import { join } from 'node:path';
import { readExperiment, startExperiment, stopExperiment } from '@wholepage/releases/experiment/experiment';
import { liveVersion, readRegistry, releasesOf } from '@wholepage/releases/registry/registry';
import { folderStore } from '@wholepage/releases/store/folder-store';
import { TAKES_ALL } from '@wholepage/tooling/sample';
import type { Browser, Page } from 'playwright-core';
import { alive, launchAtRest, visit } from '../src/browser/browser';
import { eventually } from '../src/eventually';
import { publishEdited } from '../src/faults/reissue';
import { variantsThatGet } from '../src/releases/canary';
import { type OwnComposer, startOwnComposer } from '../src/servers/own-composer';
import { button, CONTACT, fill, reveal } from '../src/visitor/enquiry-forms';

const APP = 'mf-blog';
const A = 'The Swatch Book';
const B = 'The Book of Swatches';
const SOON_MS = 20_000;

let browser: Browser;
let own: OwnComposer;
let version: string;
beforeAll(async () => {
  [browser, own] = await Promise.all([launchAtRest(), startOwnComposer()]);
  version = await publishEdited(own.store, APP, (_file, text) => text.replaceAll(A, B));
});
afterAll(() => Promise.all([browser.close(), own.stop()]));

const registry = () => readRegistry(folderStore(own.store));

async function start(goal: string): Promise<void> {
  const live = liveVersion(await registry(), APP) ?? '';
  await startExperiment(own.store, APP, [live, version], 50, { goal });
  await variantsThatGet(own, B, 1);
}

/** Until both variants together have so many networks that reached the goal. */
const untilReached = (count: number) =>
  eventually(`${count} reached the goal`, SOON_MS, async () => {
    const { canary } = releasesOf(await registry(), APP);
    const seen = canary && (await readExperiment(folderStore(join(own.store, '..', 'private')), APP, canary));
    return seen && seen.result.a.reached + seen.result.b.reached === count;
  });

/** Leaves the document, so that the browser reports of it: who was not heard does not count. */
const leave = (page: Page) => page.goto('/about-us');

/** Sends the contact form, from the page that somebody is on. */
async function enquire(page: Page): Promise<void> {
  await page.locator('header nav').getByRole('link', { name: 'Contact', exact: true }).click();
  const form = await reveal(page, CONTACT);
  await fill(form, CONTACT, 'meena@example.com');
  await button(form, CONTACT.submit).click();
  await page.waitForURL('**/thank-you');
}

const untilNobodyIsDrawn = () =>
  eventually('nobody gets a variant', SOON_MS, async () => {
    const answer = await fetch(`${own.origin}/blog`);
    return answer.headers.getSetCookie().length === 0;
  });

/** A page that was made during the experiment may be sent once more while it is made again. */
const untilPagesAreWithoutGoals = () =>
  eventually('the page asks for no goals', SOON_MS, async () => {
    const answer = await fetch(`${own.origin}/blog`);
    return !(await answer.text()).includes('/_goals.js');
  });

// The next test starts an experiment of its own, also after one that failed.
afterEach(async () => {
  if (releasesOf(await registry(), APP).canary) await stopExperiment(own.store, APP);
  await untilNobodyIsDrawn();
});

const goalScripts = (page: Page) => page.locator('script[src^="/_goals.js"]').count();

test('a visitor who sends an enquiry counts once, and pages load nothing for it', async () => {
  await start('enquiry');
  const { page, errors, close } = await visit(browser, { baseURL: own.origin });
  await page.goto('/blog');
  await alive(page);
  expect(await goalScripts(page)).toBe(0);
  await enquire(page);
  await leave(page);
  await untilReached(1);
  expect(errors).toEqual([]);
  await close();
});

if (TAKES_ALL)
  test('an event counts after soft navigation too; after the experiment pages cost nothing', async () => {
    await start('mf-blog:read-on');
    const { page, errors, close } = await visit(browser, { baseURL: own.origin });
    await page.goto('/blog');
    await alive(page);
    expect(await goalScripts(page)).toBe(1);
    await page.locator('header nav').getByRole('link', { name: 'Contact', exact: true }).click();
    await page.locator('main').getByRole('heading', { level: 1, name: 'Contact Us' }).waitFor();
    for (let times = 0; times < 3; times += 1)
      await page.evaluate(() => document.dispatchEvent(new CustomEvent('mf-blog:read-on')));
    await leave(page);
    await untilReached(1);
    expect(errors).toEqual([]);
    await stopExperiment(own.store, APP);
    await untilNobodyIsDrawn();
    await untilPagesAreWithoutGoals();
    await page.goto('/blog');
    await page.locator('main').getByRole('heading', { level: 1, name: A }).waitFor();
    expect(await goalScripts(page)).toBe(0);
    await close();
  });
