import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseEnv, promisify } from 'node:util';
import { noteVerification } from '@wholepage/releases/gate-record';
import { readRelease } from '@wholepage/releases/manifest';
import { environmentTrust, privateStorePlace, storePlace } from '@wholepage/releases/settings';
import { openWritableStore } from '@wholepage/releases/store/open-store';
import type { Browser, Page } from 'playwright-core';
import { anotherRelease } from '../cluster/test/trials/releases';
import { packageDir, ROOT } from '../paths';
import { findChrome, launchChrome } from '../run/find-program';
import { freePort, tsx } from '../run/spawn';

const TIMEOUT_MS = 560_000;
const APP = 'mf-blog';

let trial: ChildProcess;
let browser: Browser;
let places: Record<string, string>;
const said: string[] = [];

/** Starts a trial. @returns the addresses that it prints, by the name of their service */
async function startTrial(): Promise<Record<string, string>> {
  const data = await mkdtemp(join(tmpdir(), 'trial-'));
  // Under root, PostgreSQL runs as its own user and must enter this folder.
  await chmod(data, 0o755);
  trial = spawn(process.execPath, ['--import', tsx(), join(packageDir('tooling'), 'src', 'cli.ts'), 'trial'], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: '', DATA_DIR: data, PORT: String(await freePort()) },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (!trial.stdout) throw new Error('The trial has no output.');
  const found: Record<string, string> = {};
  for await (const line of createInterface({ input: trial.stdout })) {
    said.push(line);
    const [, name, place] = /^ {2}(\S+) +(\S+)/.exec(line) ?? [];
    if (name && place) found[name] = place;
    const [, release] = /set -a; \. '([^']+)'/.exec(line) ?? [];
    if (release) found['release'] = release;
    if (line.startsWith('Trial ready')) {
      trial.stdout.resume();
      return found;
    }
  }
  throw new Error(`The trial ended: ${said.join('\n')}`);
}

beforeAll(async () => {
  places = await startTrial();
  browser = await launchChrome({ executablePath: findChrome() });
}, TIMEOUT_MS);

afterAll(async () => {
  await browser?.close();
  if (trial.exitCode === null && trial.pid) process.kill(-trial.pid, 'SIGKILL');
});

/** Opens a page that accepts any certificate, with a virtual authenticator for passkeys. */
async function visit(): Promise<Page> {
  const context = await browser.newContext({ ignoreHTTPSErrors: true });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
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
  return page;
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Signs in at a service as one of the provider's people. */
async function signIn(page: Page, service: string, person: RegExp): Promise<void> {
  await page.goto(places[service] ?? '');
  await page.getByRole('link', { name: 'Sign in with your organisation' }).click();
  await button(page, person).click();
  await page.waitForURL((url) => url.origin === places[service] && !url.pathname.startsWith('/sign-in'));
}

/** Version of the release on a page. */
const releaseOf = async (page: Page): Promise<string | undefined> => {
  await page.goto(`${places['Site']}/blog`);
  const state = await page.locator('#page-state').textContent();
  return (JSON.parse(state ?? '{}') as { releases: Record<string, string> }).releases[APP];
};

const settingsOf = async (file: string) => parseEnv(await readFile(file, 'utf8'));

/** Publishes the next release to the bucket, like a pipeline with the settings file. @returns both versions */
async function publishNext(): Promise<{ old: string; next: string }> {
  Object.assign(process.env, await settingsOf(places['release'] ?? ''));
  const versions = await anotherRelease({ releaseEnv: process.env }, APP);
  const trust = environmentTrust(process.env);
  const store = openWritableStore(storePlace(process.env), trust);
  const { integrity } = await readRelease(store, APP, versions.next);
  const about = { verification: { held: ['sizes'], skipped: [], reason: '' }, by: 'the pipeline' };
  const noted = { app: APP, version: versions.next, integrity };
  await noteVerification(store, openWritableStore(privateStorePlace(process.env), trust), noted, about);
  return versions;
}

test(
  'the provider signs somebody in, who promotes a release from the bucket, and visitors see it over TLS',
  async () => {
    const visitor = await visit();
    const { old, next } = await publishNext();
    expect(await releaseOf(visitor)).toBe(old);
    const page = await visit();
    await signIn(page, 'Console', /^Asha/);
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await page.getByRole('link', { name: APP, exact: true }).click();
    await button(page, `Promote ${APP} ${next}`).click();
    const dialog = page.getByRole('dialog', { name: `Promote ${APP} ${next}` });
    await dialog.getByLabel('Why').fill('the trial');
    await dialog.getByRole('button', { name: `Promote ${APP} ${next}` }).click();
    await dialog.waitFor({ state: 'hidden' });
    let live = await releaseOf(visitor);
    for (let tried = 0; tried < 50 && live !== next; tried += 1) live = await releaseOf(visitor);
    expect(live).toBe(next);

    const looker = await visit();
    await signIn(looker, 'Console', /^Ben/);
    await looker.getByRole('link', { name: APP, exact: true }).click();
    await looker.getByRole('heading', { level: 1, name: APP }).waitFor();
    expect(await button(looker, /^(Promote|Roll back|Lock)/).count()).toBe(0);
  },
  TIMEOUT_MS,
);

test(
  'who signs out is signed out at the provider, too, which asks the next one who they are',
  async () => {
    const page = await visit();
    await signIn(page, 'Console', /^Asha/);
    await page.goto(`${places['Console']}/account`);
    await button(page, 'Sign out').click();
    await page.getByRole('heading', { name: 'Sign out?' }).waitFor();
    await button(page, 'Sign out').click();
    await page.waitForURL(`${places['Console']}/sign-in*`);
    await page.getByRole('link', { name: 'Sign in with your organisation' }).click();
    await page.getByRole('heading', { name: 'Who are you?' }).waitFor();
  },
  TIMEOUT_MS,
);

test(
  'where no provider is set, an invitation signs somebody in, and then a passkey',
  async () => {
    const settings = await settingsOf(join(places['Settings'] ?? '', 'office.env'));
    const command = ['run', '-s', 'api', '--', 'invite', 'Asha', '--right', 'owner'];
    const { stdout } = await promisify(execFile)('npm', command, { cwd: ROOT, env: { ...process.env, ...settings } });
    const [link = ''] = /https:\S+/.exec(stdout) ?? [];
    expect(new URL(link).origin).toBe(places['Office']);
    const page = await visit();
    await page.goto(link);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.goto(`${places['Office']}/account`);
    await page.getByLabel('Name of the new passkey').fill('Laptop');
    await button(page, 'Add a passkey').click();
    await page.getByText('Laptop', { exact: true }).first().waitFor();
    await page.context().clearCookies();
    await page.goto(`${places['Office']}/sign-in`);
    await button(page, 'Sign in with a passkey').click();
    await page.waitForURL((url) => url.origin === places['Office'] && !url.pathname.startsWith('/sign-in'));
  },
  TIMEOUT_MS,
);

test(
  'Ctrl+C ends all of it',
  async () => {
    const ended = once(trial, 'exit');
    if (trial.pid) process.kill(-trial.pid, 'SIGINT');
    expect((await ended)[0]).toBe(0);
    for (const name of ['Site', 'Console', 'OpenID', 'S3']) await expect(fetch(places[name] ?? '')).rejects.toThrow();
  },
  TIMEOUT_MS,
);
