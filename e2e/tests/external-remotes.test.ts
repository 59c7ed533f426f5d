import { dirname } from 'node:path';
import { startCanary } from '@wholepage/releases/canary/canary';
import { promote, rollback } from '@wholepage/releases/steps';
import { sample, TAKES_ALL } from '@wholepage/tooling/sample';
import type { Browser, Page } from 'playwright-core';
import { launchAtRest, visit } from '../src/browser/browser';
import { builtExternal, EXTERNAL_REMOTES, type ExternalFixture } from '../src/external/external-remotes';
import { publishExternal, runOn, withEdited } from '../src/external/publish-external';
import { skipAllBut } from '../src/faults/gate-checks';
import { type OwnComposer, startOwnComposer } from '../src/servers/own-composer';

const [VITE] = EXTERNAL_REMOTES as [ExternalFixture];
const BUILD_MS = 180_000;
/** Time for the gate on a slow, busy machine: a remote that never resolves `init` is waited for at each of its steps. */
const GATE_MS = 600_000;

let browser: Browser;
let own: OwnComposer;
let built: Record<string, string>;
let versions: Record<string, string>;
beforeAll(async () => {
  [browser, own] = await Promise.all([launchAtRest(), startOwnComposer()]);
  // The tests sign steps with the keys of this store.
  process.env.DATA_DIR = dirname(own.store);
  built = {};
  versions = {};
  for (const remote of EXTERNAL_REMOTES) {
    built[remote.app] = await builtExternal(remote);
    versions[remote.app] = await publishExternal(own.store, remote.app, built[remote.app] ?? '');
    await promote(own.store, remote.app, versions[remote.app] ?? '');
  }
  const last = EXTERNAL_REMOTES.at(-1);
  await own.untilLive(versions[last?.app ?? ''] ?? '');
}, BUILD_MS);
afterAll(() => Promise.all([browser.close(), own.stop()]));

const open = () => visit(browser, { baseURL: own.origin, viewport: { width: 1600, height: 900 } });
const heading = (page: Page, name: string) =>
  page.locator('main').getByRole('heading', { level: 1, name, exact: true }).waitFor();
const button = (page: Page, name: string | RegExp) => page.locator('main').getByRole('button', { name });
const inMenu = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });

/** Marks the window: a page load removes the mark, soft navigation keeps it. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isSame: true }));
const isSame = (page: Page) => page.evaluate(() => 'isSame' in window);

/** Waits until a visitor can use the remote's page, and uses it once. Other remotes have {@link counts}. */
const USES: Record<string, (page: Page) => Promise<void>> = {
  'mf-server': (page) => page.locator('main output').waitFor(),
  'mf-webpack': async (page) => {
    await button(page, 'Load more').click();
    await page.locator('main output', { hasText: 'More came' }).waitFor();
  },
};
const counts = async (page: Page) => {
  await button(page, 'Counted to 0').click();
  await button(page, 'Counted to 1').waitFor();
};

test.each(EXTERNAL_REMOTES)(
  '$app, built by $bundler: opened, used, left for home, and gone back to',
  async (remote) => {
    const { page, errors, close } = await open();
    const response = await page.goto(`/${remote.path}`);
    // The page is complete before any script runs.
    expect(await response?.text()).toMatch(/<h1>(A partner|Hello, partner|A bridge)<\/h1>/);
    await heading(page, remote.heading);
    const use = USES[remote.app] ?? counts;
    await use(page);
    await mark(page);
    await button(page, 'Home').click();
    await page.waitForURL(`${own.origin}/`);
    expect(await isSame(page)).toBe(true);
    await page.goBack();
    await heading(page, remote.heading);
    await use(page);
    expect(await isSame(page)).toBe(true);
    expect(errors).toEqual([]);
    await close();
  },
);

test('an external remote is in the menu, and its page is held to the Trusted Types of all', async () => {
  const { page, errors, close } = await open();
  const response = await page.goto('/blog');
  expect(response?.headers()['content-security-policy']).toMatch(
    /require-trusted-types-for 'script'.*external-mf-partner/,
  );
  await inMenu(page, 'Partner').click();
  await heading(page, VITE.heading);
  await counts(page);
  await page.waitForFunction(() => document.title.includes('A partner'));
  expect(errors).toEqual([]);
  await close();
});

test('an external remote that fits the page’s React fetches no copy of it', async () => {
  const { page, errors, close } = await open();
  await page.goto(`/${VITE.path}`);
  await counts(page);
  const bytes = await page.evaluate(
    (app) =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => name.includes(`/${app}/`))
        .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).decodedBodySize, 0),
    VITE.app,
  );
  // react-dom alone is more than 200 kB.
  expect(bytes).toBeLessThan(160_000);
  expect(errors).toEqual([]);
  await close();
});

test('with scripts off an external remote’s page reads', async () => {
  const { page, close } = await visit(browser, { baseURL: own.origin, javaScriptEnabled: false });
  await page.goto(`/${VITE.path}`);
  await heading(page, VITE.heading);
  await page.getByText('Another bundler built this page.').waitFor();
  await close();
});

const SECOND = 'A second partner';

/** Passes a copy of the build with another heading to `use`. */
const second = <T>(use: (dir: string) => Promise<T>) =>
  withEdited(
    built[VITE.app] ?? '',
    /assets\/Partner-.*\.js$|remote\.json$/,
    (text) => text.replaceAll('A partner', SECOND),
    use,
  );

if (TAKES_ALL)
  test('an external remote goes the way of every release: override, canary, live, rolled back', async () => {
    const version = await second((dir) => publishExternal(own.store, VITE.app, dir));
    const { page, errors, close } = await open();
    await page.goto(`/${VITE.path}?override=${VITE.app}@${version}`);
    await heading(page, SECOND);
    await counts(page);
    await page.getByRole('button', { name: 'End the preview' }).click();
    await heading(page, VITE.heading);
    await startCanary(own.store, VITE.app, version, 99);
    await own.untilServed(`/${VITE.path}`, SECOND);
    await promote(own.store, VITE.app, version);
    await own.untilLive(version);
    await rollback(own.store, VITE.app);
    await own.untilServed(`/${VITE.path}`, versions[VITE.app] ?? '');
    await page.goto(`/${VITE.path}`);
    await heading(page, VITE.heading);
    await counts(page);
    expect(errors).toEqual([]);
    await close();
  });

const ENTRY = /^\.\/remoteEntry\.js$/;

/**
 * Faults in an external remote's files: name, file and edit; then the gate's check that finds the fault, and its
 * message. The tests of `stock-host` cover the rows without a check.
 */
const BAD_REMOTES: [what: string, file: RegExp, edit: (text: string) => string, check?: string, says?: RegExp][] = [
  ['an entry that throws', ENTRY, () => "throw new Error('on purpose'); export const init = () => {};"],
  [
    'a container that never resolves "init"',
    ENTRY,
    () => 'export const init = () => new Promise(() => {}); export const get = async () => () => ({});',
  ],
  [
    'a container that gives nothing',
    ENTRY,
    () => 'export const init = () => {}; export const get = async () => undefined;',
  ],
  [
    'a React that no version of is there',
    /^\.\/mf-manifest\.json$/,
    (text) => text.replaceAll('^19.0.0', '^99.0.0').replaceAll('19.3.1', '99.0.0'),
    'pages',
    /mf-partner shares no \W*react\W* in \^99\.0\.0: import it in \.\/app and share it, or expose a bridge\./,
  ],
  ['an entry that defines globals', ENTRY, (text) => `globalThis.leaked = 1;\n${text}`, 'globals', /window\.leaked/],
];

test.each(sample(BAD_REMOTES, ['an entry that throws']))(
  'the page of an external remote with %s reads, and leads to every other page',
  async (...[, file, edit, check, says]) => {
    const version = await withEdited(built[VITE.app] ?? '', file, edit, (dir) =>
      publishExternal(own.store, VITE.app, dir),
    );
    await promote(own.store, VITE.app, version);
    await own.untilServed(`/${VITE.path}`, version);
    const { page, close } = await open();
    // The shell gives up a container after 10 s.
    page.setDefaultTimeout(30_000);
    await page.goto(`/${VITE.path}`);
    await heading(page, VITE.heading);
    await page.waitForLoadState('networkidle');
    await heading(page, VITE.heading);
    await inMenu(page, 'Blog').click();
    await heading(page, 'The Swatch Book');
    await close();
    await rollback(own.store, VITE.app);
    if (!TAKES_ALL || !check || !says) return;
    const { code, said } = await runOn(own.store, 'verify', VITE.app, version, ...skipAllBut(check));
    expect(said).toMatch(says);
    expect(code).toBe(1);
  },
  GATE_MS,
);

/** Checks that may fail because another bundler built the remote, or because its container loads it. */
const ABOUT_EXTERNAL = ['files', 'shares', 'pages', 'stock-host', 'external-cost'];

if (TAKES_ALL) {
  test.each(EXTERNAL_REMOTES)(
    'the gate lets $app through, and says what it costs',
    async ({ app }) => {
      // One remote runs every check, the others only the checks about external remotes.
      const skip = app === VITE.app ? [] : skipAllBut(...ABOUT_EXTERNAL);
      const { code, said } = await runOn(own.store, 'verify', app, versions[app] ?? '', ...skip);
      expect(said).toMatch(/Visitors of \/\w+ fetch \d+\.\d kB of its scripts after brotli: \d+\.\d kB are copies/);
      expect(said).toContain(`${app} ${versions[app]} may go live`);
      expect(code).toBe(0);
    },
    GATE_MS,
  );

  test('a server part runs without rights', async () => {
    const page = await (await fetch(`${own.origin}/hello?name=Asha`)).text();
    expect(page).toMatch(/<h1>Hello, Asha<\/h1><p data-confined="yes">/);
  });
}
