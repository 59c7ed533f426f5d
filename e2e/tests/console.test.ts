import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { environmentTrust } from '@wholepage/releases/settings';
import { live, release } from '@wholepage/releases/testing/built-release';
import { freePort } from '@wholepage/tooling/free-port';
import type { Browser, Page } from 'playwright-core';
import { axeFaults } from '../src/browser/axe';
import { launchAtRest, noteErrors, PHONE } from '../src/browser/browser';
import { type Staffed, startStaffed } from '../src/servers/staff-service';

const OLD = '1.0.0-aaaaaaaa';
const NEW = '1.0.0-bbbbbbbb';

let dataDir: string;
let store: string;
let staffed: Staffed;
let browser: Browser;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'console-'));
  // PostgreSQL runs as its own user under root.
  await chmod(dataDir, 0o755);
  store = join(dataDir, 'releases');
  const env = { ...process.env, DATA_DIR: dataDir, RELEASES_URL: '', CONSOLE_PORT: String(await freePort()) };
  const trust = environmentTrust(env);
  for (const version of [OLD, NEW]) await release(store, version, { app: 'news' }, trust);
  staffed = await startStaffed('console', 'Console', env);
  browser = await launchAtRest();
});
afterAll(async () => {
  await browser.close();
  await staffed.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** A device that can make passkeys, and whose owner always agrees. */
async function withPasskeys(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

test('somebody comes by a link, keeps a passkey, and takes steps by keyboard on a phone and a desk', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const errors = noteErrors(page);
  await withPasskeys(page);

  await page.goto(staffed.link);
  await page.getByRole('link', { name: 'news', exact: true }).waitFor();
  expect(await axeFaults(page)).toEqual([]);

  // A passkey signs in the next time, and says who it is before what cannot be undone.
  await page.getByRole('navigation').getByRole('link').last().click();
  await page.getByLabel('Name of the new passkey').fill('Laptop');
  await button(page, 'Add a passkey').click();
  await page.getByRole('cell', { name: 'Laptop', exact: true }).waitFor();
  await button(page, 'Sign out').click();
  await page.getByText('You are signed out.').waitFor();
  await button(page, 'Sign in with a passkey').click();

  await page.getByRole('link', { name: 'news', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'news' }).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await button(page, `Roll back news to ${OLD}`).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: `Roll back news to ${OLD}` });
  await dialog.getByLabel('Why').fill('a typo');
  await dialog.getByText(`npm run rollback news ${OLD} -- --why 'a typo'`).waitFor();
  expect(await axeFaults(page)).toEqual([]);
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByRole('row', { name: /rollback .* a typo/ }).waitFor();
  expect(await live(store, 'news')).toBe(OLD);

  // A second tab, on a phone, follows without being loaded again.
  const phone = await context.newPage();
  await phone.setViewportSize(PHONE);
  await phone.goto(new URL('/', staffed.link).href);
  await phone.getByText('Live', { exact: true }).first().waitFor();
  await button(page, 'Lock news').click();
  await page.getByLabel('Why', { exact: true }).fill('<img src=x onerror=alert(1)>');
  await page.getByRole('dialog').getByRole('button', { name: 'Lock news' }).click();
  await phone.getByText('Locked', { exact: true }).waitFor();
  expect(await phone.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  await page.getByText('<img src=x onerror=alert(1)>').first().waitFor();

  expect(errors).toEqual([]);
  await context.close();
});

test('a link that was used signs nobody in', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(staffed.link);
  await page.getByText('This link was used before').waitFor();
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('console-session');
  await context.close();
});
