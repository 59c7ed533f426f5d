import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startCanary, stopCanary } from '@wholepage/releases/canary/canary';
import { Cohort, EvidenceFolder, evidenceKey } from '@wholepage/releases/canary/cohort';
import { judge } from '@wholepage/releases/canary/judge';
import { startExperiment, stopExperiment } from '@wholepage/releases/experiment/experiment';
import { readRegistry, releasesOf } from '@wholepage/releases/registry/registry';
import { environmentTrust } from '@wholepage/releases/settings';
import { folderStore } from '@wholepage/releases/store/folder-store';
import { release, route } from '@wholepage/releases/testing/built-release';
import type { Trust } from '@wholepage/releases/trust/trust';
import { freePort } from '@wholepage/tooling/spawn';
import type { Browser, Page } from 'playwright-core';
import { launchAtRest, noteErrors } from '../src/browser/browser';
import { DESK, lookAt } from '../src/browser/look-at';
import { type Staffed, startStaffed } from '../src/servers/staff-service';

const OLD = '1.0.0-aaaaaaaa';
const LIVE = '1.0.0-bbbbbbbb';
const SCREENS = ['Overview', 'Errors', 'Pages', 'Fragments', 'Previews', 'History'];

/** Each screen has nine looks, and some tests look at several screens. */
jest.setTimeout(240_000);

let dataDir: string;
let store: string;
let trust: Trust;
let staffed: Staffed;
let browser: Browser;
let page: Page;
let errors: string[];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'console-'));
  // PostgreSQL runs as its own user under root.
  await chmod(dataDir, 0o755);
  store = join(dataDir, 'releases');
  const env = { ...process.env, DATA_DIR: dataDir, RELEASES_URL: '', CONSOLE_PORT: String(await freePort()) };
  trust = environmentTrust(env);
  staffed = await startStaffed('console', 'Console', env);
  browser = await launchAtRest();
  page = await (await browser.newContext({ viewport: DESK })).newPage();
  errors = noteErrors(page);
});
afterAll(async () => {
  await browser.close();
  await staffed.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const goTo = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).click();
const button = (name: string | RegExp) => page.getByRole('button', { name });
const openApp = async () => {
  await goTo('Overview');
  await page.getByRole('link', { name: 'news', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'news' }).waitFor();
};

/** Number of networks with the live release per network with the canary. @param percent the canary's share */
const liveFor = (percent: number): number => Math.round((100 - percent) / percent);

/**
 * Writes a composer's evidence of the canary's networks, and of the live release's, whose number follows from the share.
 * @param networks number of networks with the canary
 * @param isFailing true: every fourth of them fails
 */
async function seen(networks: number, isFailing: boolean, reachedOf: (variant: 'canary' | 'live') => number) {
  const { canary } = releasesOf(await readRegistry(folderStore(store)), 'news');
  const percent = canary?.deployment.traffic ?? 0;
  const cohort = new Cohort();
  for (const variant of ['canary', 'live'] as const)
    for (let number = 0; number < networks * (variant === 'live' ? liveFor(percent) : 1); number += 1) {
      const [network, visitor] = [`${variant} ${isFailing} ${number}`, 'one'];
      cohort.arrive({ network, visitor, since: 1, percent, variant });
      const failed = isFailing && variant === 'canary' && number % 4 === 0;
      cohort.observe(
        network,
        visitor,
        { variant, percent },
        // Networks of the sound runs have no INP, because their visitors never clicked.
        { given: 1, heard: true, failed, lcp: 900 + (number % 9) * 100, ...(isFailing && { inp: 80 }) },
      );
      if (number % 10 < reachedOf(variant)) cohort.reach(network, visitor, { variant, percent });
    }
  const key = evidenceKey('news', canary?.metadata.version ?? '', canary?.extras.startedAt);
  await new EvidenceFolder(folderStore(join(dataDir, 'private')), key).exchange(cohort);
  return cohort.evidence();
}

test('before the first release each screen says what it will show', async () => {
  await page.goto(staffed.link);
  for (const screen of SCREENS) {
    await goTo(screen);
    await page.getByRole('heading', { level: 1, name: screen }).waitFor();
    await page.locator('.empty:not(:text("Loading"))').first().waitFor();
    await lookAt(page, `${screen.toLowerCase()}-empty`);
  }
});

test('a release appears in an open console within a second, and nothing moves under a finger', async () => {
  await goTo('Overview');
  await release(store, OLD, { app: 'news', routes: [route('/news')] }, trust);
  const taken = performance.now();
  await page.getByRole('link', { name: 'news', exact: true }).waitFor();
  expect(performance.now() - taken).toBeLessThan(1_000);
  await page.getByRole('link', { name: 'news', exact: true }).hover();
  await page.mouse.down();
  const asked = page.waitForRequest('**/api/overview', { timeout: 2_000 }).then(
    () => true,
    () => false,
  );
  await release(store, LIVE, { app: 'news', routes: [route('/news'), route('/news/:slug')] }, trust);
  expect(await asked).toBe(false);
  await page.mouse.move(0, 0);
  await page.mouse.up();
  await page.getByText(LIVE, { exact: true }).waitFor();
});

test('a canary is started, its evidence grows to the line at which it stops, and it says why it was stopped', async () => {
  await openApp();
  await button(`Start canary news ${OLD}`).click();
  const dialog = page.getByRole('dialog', { name: `Start canary news ${OLD}` });
  await dialog.getByText(`npm run wholepage -- canary news ${OLD} --steps 10,25,50 --every 10m`).waitFor();
  await lookAt(page, 'dialog');
  await dialog.getByRole('button', { name: `Start canary news ${OLD}` }).click();
  await page.getByText('No visitor was seen yet.').waitFor();
  await seen(60, false, () => 0);
  await page.getByText('60 networks of the canary and 540 of the live release were seen').waitFor();
  await page.getByRole('row', { name: /^INP over 200 ms 0 of 0 0 of 0 .* not heard$/ }).waitFor();
  await page.getByRole('row', { name: /^Failures 0 of 60, 0 % .* nothing worse seen$/ }).waitFor();
  await page.getByText('The judge: nothing worse was seen; failed for 0 of 60 networks').waitFor();
  const steps = await seen(240, true, () => 0);
  await page.getByText('worse than live').first().waitFor();
  await page
    .getByText(/^stops at/)
    .first()
    .waitFor();
  await page.getByRole('cell', { name: '60 of 300, 20 %' }).waitFor();
  await lookAt(page, 'canary');
  const { why } = judge(steps);
  await stopCanary(folderStore(store, trust), 'news', { by: 'judge', why, evidence: { steps } });
  await page.getByRole('heading', { name: `Stopped canary ${OLD}` }).waitFor();
  await page.getByText(why).first().waitFor();
  await page
    .getByText(/^stops at/)
    .first()
    .waitFor();
  await lookAt(page, 'canary-stopped');
});

test('beside a canary that somebody started meanwhile no other starts, and the dialog says so', async () => {
  const other = '1.0.0-cccccccc';
  await release(store, other, { app: 'news', routes: [route('/news')] }, trust);
  await button(`Start canary news ${OLD}`).click();
  const dialog = page.getByRole('dialog', { name: `Start canary news ${OLD}` });
  await startCanary(store, 'news', LIVE, 20, { trust });
  await dialog.getByRole('button', { name: `Start canary news ${OLD}` }).click();
  await dialog.getByRole('alert').getByText(`news has a canary already: ${LIVE} for 20 %. Stop it first`).waitFor();
  errors.splice(0);
  await lookAt(page, 'refused');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await button(`Stop canary news ${LIVE}`).click();
  await page.getByRole('dialog').getByRole('button', { name: /^Stop/ }).click();
  await page.getByRole('heading', { name: `Stopped canary ${LIVE}` }).waitFor();
  await startExperiment(store, 'news', [other, OLD], 50, { goal: 'news:read', margin: 0.1, trust });
  await seen(500, false, (variant) => (variant === 'canary' ? 4 : 2));
  await page
    .getByText(/B is better/i)
    .first()
    .waitFor();
  await lookAt(page, 'experiment');
  await stopExperiment(store, 'news', { trust });
});

test('two releases are compared; sessions and passkeys are one’s own', async () => {
  await page
    .getByRole('row', { name: /promote/ })
    .getByRole('link', { name: `From ${OLD}` })
    .click();
  await page.getByRole('heading', { level: 1, name: 'Two releases of news' }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: `Compare ${OLD} with live` }).click();
  await page.getByRole('heading', { level: 1, name: 'Two releases of news' }).waitFor();
  await lookAt(page, 'compare');
  await page.getByRole('navigation').getByRole('link').last().click();
  await page.getByLabel('Name of the new passkey').waitFor();
  await lookAt(page, 'account');
  await openApp();
  await lookAt(page, 'app');
  expect(errors).toEqual([]);
});

test('while a screen loads it says so; when it fails it says why, and tries again', async () => {
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/api/overview', async (route) => {
    await asked;
    await route.fulfill({ status: 503, json: { message: 'The store of releases cannot be reached.' } });
  });
  await page.goto(new URL('/', staffed.link).href);
  await page.getByText('Loading …').waitFor();
  await lookAt(page, 'overview-loading');
  answer();
  await page.getByRole('alert').getByText('The store of releases cannot be reached.').waitFor({ timeout: 20_000 });
  await lookAt(page, 'overview-failed');
  await page.unroute('**/api/overview');
  await button('Try again').click();
  await page.getByRole('link', { name: 'news', exact: true }).waitFor();
  errors.splice(0);
});

test('without a session there is a page to sign in, and a link that was used says so', async () => {
  const context = await browser.newContext({ viewport: DESK });
  const stranger = await context.newPage();
  await stranger.goto(staffed.link);
  await stranger.getByText('This link was used before').waitFor();
  await lookAt(stranger, 'sign-in');
  await context.close();
});
