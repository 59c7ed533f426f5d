import { execFile } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { environmentTrust } from '@wholepage/releases/settings';
import { live, release } from '@wholepage/releases/testing/built-release';
import { TAKES_ALL } from '@wholepage/tooling/sample';
import { freePort } from '@wholepage/tooling/spawn';
import type { Browser, Page } from 'playwright-core';
import { axeFaults } from '../src/browser/axe';
import { launchAtRest, noteErrors, PHONE } from '../src/browser/browser';
import { type Staffed, startStaffed } from '../src/servers/staff-service';

const ROOT = resolve(import.meta.dirname, '..', '..');
const OLD = '1.0.0-aaaaaaaa';
const NEW = '1.0.0-bbbbbbbb';

let dataDir: string;
let store: string;
let env: NodeJS.ProcessEnv;
let staffed: Staffed;
let browser: Browser;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'console-'));
  // PostgreSQL runs as its own user under root.
  await chmod(dataDir, 0o755);
  store = join(dataDir, 'releases');
  env = { ...process.env, DATA_DIR: dataDir, RELEASES_URL: '', CONSOLE_PORT: String(await freePort()) };
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

/** Gives the page a virtual authenticator that makes passkeys and always confirms. */
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

  // A passkey signs in the next time, and identifies its owner before steps that cannot be undone.
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

  // A second tab, on a phone, updates without a reload.
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

  // Where the links of the areas fill a row, the account is in the brand's row.
  await phone.setViewportSize({ width: 768, height: 900 });
  const links = [phone.getByRole('link', { name: 'Console' }), phone.getByRole('navigation').getByRole('link').last()];
  const [brand, account] = await Promise.all(links.map((link) => link.boundingBox()));
  expect(account?.y).toBe(brand?.y);

  expect(errors).toEqual([]);
  await context.close();
});

/** Signs a person in by a link, in a new browser context. */
const signInBy = async (link: string): Promise<Page> => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(link);
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  return page;
};

if (TAKES_ALL)
  test('an admin changes what somebody may do, after numbers and beside the command that does the same', async () => {
    const command = ['run', '-s', 'wholepage', '--', 'console', 'invite', 'Olga', '--right', 'admin'];
    const { stdout } = await promisify(execFile)('npm', command, { cwd: ROOT, env });
    const page = await signInBy(stdout.split('\n')[0] ?? '');
    const errors = noteErrors(page);
    const dialog = page.getByRole('dialog');
    await page.getByRole('link', { name: 'People' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Vera');
    await page.getByText('npm run wholepage -- console invite Vera --right viewer').waitFor();
    await button(page, 'Invite Vera').click();
    const vera = await signInBy(
      (await page
        .getByRole('status')
        .getByText(/token=/)
        .textContent()) ?? '',
    );

    await page.reload();
    await page.getByRole('link', { name: 'Vera', exact: true }).click();
    await button(page, 'Change the rights of Vera').click();
    await dialog.getByText('Vera holds viewer now. 1 open session goes on with the new rights').waitFor();
    await dialog.getByLabel(/^Rights, /).fill('releaser:news viewer');
    await dialog.getByText(/npm run wholepage -- console rights \S+ --right releaser:news --right viewer/).waitFor();
    expect(await axeFaults(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await page.getByText('releaser:news, viewer', { exact: true }).waitFor();
    await vera.reload();
    await vera.getByRole('link', { name: 'Vera' }).click();
    await vera.getByText('releaser:news, viewer · signed in until').waitFor();

    // The admin ends one session, then the whole access.
    await button(page, /^End the session of/).click();
    await dialog.getByText('1 of 1 session of Vera ends with its next request.').waitFor();
    await dialog.getByText(/npm run wholepage -- console end-session \S+ --session=\S+/).waitFor();
    await dialog.getByRole('button', { name: /^End the session of/ }).click();
    await page.getByText('Vera is not signed in.').waitFor();
    await vera.reload();
    await button(vera, 'Sign in with a passkey').waitFor();
    await button(page, 'End the access of Vera').click();
    await dialog.getByText('0 sessions of Vera end and 0 passkeys are removed at once.').waitFor();
    await dialog.getByText(/npm run wholepage -- console end-access \S+/).waitFor();
    await dialog.getByRole('button', { name: 'End the access of Vera' }).click();
    await button(page, 'Open the access of Vera').waitFor();
    expect(errors).toEqual([]);
    await page.context().close();
    await vera.context().close();
  });

test('a link that was used signs nobody in', async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(staffed.link);
  await page.getByText('This link was used before').waitFor();
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('console-session');
  await context.close();
});
