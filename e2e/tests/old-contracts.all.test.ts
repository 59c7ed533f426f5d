import { promote } from '@wholepage/releases/promote';
import { publish } from '@wholepage/releases/publish';
import type { Browser } from 'playwright-core';
import { alive, launchWithoutPictures, visit } from '../src/browser/browser';
import { buildAt } from '../src/releases/old-release';
import { type OwnComposer, startOwnComposer } from '../src/servers/own-composer';

/** The last commit of each contract that hosts still accept. */
const LAST_OF = [
  { contract: 1, commit: '7f6577ec' },
  { contract: 2, commit: '1977a6e4' },
  { contract: 3, commit: '40def976' },
];
const MINUTES = 15 * 60_000;

let browser: Browser;
let own: OwnComposer;
beforeAll(async () => {
  [browser, own] = await Promise.all([launchWithoutPictures(), startOwnComposer()]);
}, 120_000);
afterAll(() => Promise.all([browser.close(), own.stop()]));

test.each(LAST_OF)(
  'a remote that was built for contract $contract runs in the shell of today',
  async ({ commit }) => {
    const old = await buildAt(commit, 'mf-blog');
    const { page, errors, close } = await visit(browser, { baseURL: own.origin });
    try {
      await publish(own.store, 'mf-blog', old.version, old.dir);
      await promote(own.store, 'mf-blog', old.version);
      await own.untilLive(old.version);
      await own.untilServed('/blog', old.version);

      await page.goto('/blog');
      await alive(page);
      await page.evaluate(() => Object.assign(globalThis, { sameDocument: true }));
      const title = page.locator('main').getByRole('heading', { level: 1 });
      await title.filter({ hasText: 'The Swatch Book' }).waitFor();
      await page.locator('main article a, main li a').first().click();
      await page.waitForURL(/\/blog\/.+/);
      await title.waitFor();
      await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Contact', exact: true }).click();
      await title.filter({ hasText: 'Contact Us' }).waitFor();
      await page.goBack();
      await page.waitForURL(/\/blog\/.+/);
      await title.waitFor();
      expect(await page.evaluate(() => 'sameDocument' in globalThis)).toBe(true);
      expect(errors).toEqual([]);
    } finally {
      await close();
      await old.remove();
    }
  },
  MINUTES,
);
