import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Digest } from '@wholepage/releases/digests/digest';
import { addTo, DigestWriter, type Histogram } from '@wholepage/releases/digests/digest';
import { integrityOf } from '@wholepage/releases/manifest';
import { mapName, publish } from '@wholepage/releases/publish';
import { environmentTrust } from '@wholepage/releases/settings';
import { promote } from '@wholepage/releases/steps';
import { folderStore } from '@wholepage/releases/store/folder-store';
import { builtRelease, ENTRY, route } from '@wholepage/releases/testing/built-release';
import { freePort } from '@wholepage/tooling/spawn';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchAtRest, noteErrors } from '../src/browser/browser';
import { DESK, lookAt } from '../src/browser/look-at';
import { type Staffed, startStaffed } from '../src/servers/staff-service';

const OLD = '1.0.0-aaaaaaaa';
const LIVE = '1.0.0-bbbbbbbb';
const NEXT = '1.0.0-cccccccc';

/** Text of a hostile browser, team or source. Every screen must show it as text, never as an element. */
const HOSTILE = '<img src=x onerror=alert(1)>';
const HOSTILE_SOURCE = `// </script></pre>${HOSTILE}<svg onload=alert(2)>`;

/** A source map: column 21 of the built line is column 3 of the source's second line. */
const MAP = JSON.stringify({
  version: 3,
  names: [],
  sources: ['webpack://news/./src/pages/List.tsx'],
  sourcesContent: [
    `export function List({ posts }: ListProps) {\n  posts.map((post) => <Row key={post.id} />);\n}\n${HOSTILE_SOURCE}`,
  ],
  mappings: 'AAAA,oBACE',
});

let dataDir: string;
let staffed: Staffed;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let errors: string[];

async function publishVersion(version: string): Promise<void> {
  const fragments = [{ name: 'teaser', when: 'server', maxAge: 60, cookies: [], interactive: false, js: [], css: [] }];
  const integrity = integrityOf(MAP);
  const change = { app: 'news', contract: 4, routes: [route('/news'), route('/news/:slug')], fragments };
  const dir = join(await mkdtemp(join(tmpdir(), 'built-')), version);
  await rename(await builtRelease(version, { ...change, maps: { [ENTRY]: integrity } }), dir);
  const maps = join(dir, '..', 'maps');
  await mkdir(maps);
  await writeFile(join(maps, mapName(integrity)), gzipSync(MAP));
  const trust = environmentTrust({ DATA_DIR: dataDir });
  const store = join(dataDir, 'releases');
  await publish(store, 'news', version, dir, trust, join(dataDir, 'private'));
  if (version !== NEXT) await promote(store, 'news', version, { trust, by: `Eve ${HOSTILE}`, why: `for ${HOSTILE}` });
}

const histogram = (...values: number[]): Histogram => {
  const found: Histogram = {};
  for (const value of values) addTo(found, value);
  return found;
};

/** A composer's digest: an error of many visitors, a made-up one, pages of two releases, and a fragment of another app. */
function digest(): Digest {
  const visits = (version: string, page: string, device: 'phone' | 'desktop', lcp: number) => ({
    ...{ app: 'news', version, page, device, visits: 214, failed: 3 },
    ...{ lcp: histogram(lcp, lcp * 2), inp: histogram(72, 250), cls: histogram(0.02) },
  });
  const cause = { app: 'news', version: LIVE, phase: 'runtime', page: '/news/:slug' } as const;
  const stack = [`news/${LIVE}/${ENTRY}:1:21`, 'shell/assets/react.0123456789ab.js:1:4021'];
  const breadcrumbs = [
    { ago: 12_400, page: '/news' },
    { ago: 900, click: 'button.List-more-1a2b' },
    { ago: 340, fetch: 503 },
  ];
  const error = { name: 'TypeError', message: "Cannot read properties of undefined (reading 'map')", stack };
  return {
    composer: { id: 'composer-one', host: 'web-1', startedAt: new Date(Date.now() - 3_600_000).toISOString() },
    at: new Date().toISOString(),
    generation: 2,
    causes: [
      { ...cause, ...error, where: 'Firefox', breadcrumbs, count: 31, verified: 12 },
      { ...cause, ...error, where: 'server', phase: 'render', breadcrumbs: [], count: 2, verified: 2 },
      {
        ...cause,
        name: HOSTILE,
        message: HOSTILE,
        page: `/${HOSTILE}`,
        stack: [],
        breadcrumbs: [],
        where: 'Other',
        count: 1,
        verified: 0,
      },
    ],
    pages: [
      visits(OLD, '/news', 'phone', 1_900),
      visits(LIVE, '/news', 'phone', 2_900),
      visits(LIVE, '/news/:slug', 'desktop', 800),
      visits(LIVE, `/${HOSTILE}`, 'desktop', 800),
    ],
    renders: [{ app: 'news', version: LIVE, made: 320, failed: 2 }],
    holds: [{ app: 'shop', page: '/', of: 'news', fragment: 'teaser' }],
    dropped: 0,
  };
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'console-'));
  // PostgreSQL runs as its own user under root.
  await chmod(dataDir, 0o755);
  for (const version of [OLD, LIVE, NEXT]) await publishVersion(version);
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    RELEASES_URL: '',
    CONSOLE_PORT: String(await freePort()),
    // No server listens at this port.
    NOTIFY_URL: 'http://127.0.0.1:9/hook',
  };
  staffed = await startStaffed('console', 'Console', env);
  browser = await launchAtRest();
  // The digest is written late: the console hides a composer that has written none for a minute.
  await new DigestWriter(folderStore(join(dataDir, 'private'))).write(digest());
  context = await browser.newContext({ viewport: DESK });
  page = await context.newPage();
  errors = noteErrors(page);
  page.on('dialog', (dialog) => errors.push(`a script ran: ${dialog.message()}`));
  await page.goto(staffed.link);
  await page.getByRole('cell', { name: 'news', exact: true }).waitFor();
});
afterAll(async () => {
  await browser.close();
  await staffed.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const goTo = (name: string) => page.getByRole('navigation').getByRole('link', { name, exact: true }).click();

/** Looks at the open screen, and expects that none of the hostile text is an element. */
async function look(screen: string): Promise<void> {
  expect(await page.locator('img[src="x"], svg[onload]').count()).toBe(0);
  await lookAt(page, screen);
}

test('the overview shows the last hour, and who follows', async () => {
  await page.getByText('web-1 composer').waitFor({ timeout: 20_000 });
  await page.getByText('3 of 214 in browsers').or(page.getByText('9 of 642 in browsers')).waitFor();
  await look('overview');
});

test('an error is shown with file, line and source, and is expected from then on', async () => {
  await goTo('Errors');
  await page.getByText('news/src/pages/List.tsx:2', { exact: true }).waitFor();
  await page.getByText('New in live').first().waitFor();
  await page.getByText(HOSTILE).first().waitFor();
  await look('errors');
  await page.getByRole('link', { name: /^TypeError/ }).click();
  await page.getByRole('heading', { level: 1, name: 'TypeError' }).waitFor();
  await page.getByText('news/src/pages/List.tsx:2:3').first().waitFor();
  await page.locator('.source-line[data-current="true"]', { hasText: 'posts.map' }).waitFor();
  await page.locator('.source-line', { hasText: HOSTILE_SOURCE }).waitFor();
  await page.getByRole('row', { name: '0.9 Click button.List-more-1a2b' }).waitFor();
  await look('error');
  await page.getByLabel('Why it is not a reason to worry').fill('old browsers');
  await page.getByText("'--why=old browsers'").waitFor();
  await page.getByRole('button', { name: 'Mark this error as expected' }).click();
  await page.getByText('old browsers').first().waitFor();
  await page.getByRole('button', { name: 'Expect this error no longer' }).waitFor();
});

test('pages, fragments and settings', async () => {
  await goTo('Pages');
  await page.getByRole('cell', { name: '/news/:slug' }).waitFor();
  await look('pages');
  await goTo('Fragments');
  await page.getByRole('cell', { name: 'news/teaser' }).waitFor();
  await page.getByLabel('App').selectOption('news');
  await page.getByText('A release of news touches 1 page of shop').waitFor();
  await look('fragments');
  await goTo('Settings');
  await page.getByRole('cell', { name: 'NOTIFY_URL', exact: true }).waitFor();
  const asked = 'Send a message to try NOTIFY_URL';
  await page.getByRole('button', { name: asked }).click();
  const trying = page.getByRole('dialog', { name: asked });
  await trying.getByText('1 message with your name goes to the chat at 127.0.0.1:9.').waitFor();
  await trying.getByText('npm run wholepage -- console try-notify').waitFor();
  await trying.getByRole('button', { name: asked }).click();
  await trying.getByText('NOTIFY_URL: the chat cannot be reached').waitFor();
  await trying.getByRole('button', { name: 'Cancel' }).click();
  errors.splice(0);
  await look('settings');
});

test('what a hostile team wrote into reasons and names is text in every list', async () => {
  for (const screen of ['Overview', 'History', 'Audit', 'People']) {
    await goTo(screen);
    if (screen === 'History') await page.getByText(`for ${HOSTILE}`).first().waitFor();
    await look(screen.toLowerCase());
  }
  expect(errors).toEqual([]);
});

test('a preview is made with a code for a phone, and withdrawn', async () => {
  await goTo('Overview');
  await page.getByRole('link', { name: 'news', exact: true }).click();
  await page.getByRole('link', { name: '1 new in this release' }).waitFor();
  await page.getByRole('button', { name: `Preview news ${NEXT}` }).click();
  const dialog = page.getByRole('dialog', { name: `Preview news ${NEXT}` });
  await dialog.getByText(`npm run preview news ${NEXT} -- --for 48h`).waitFor();
  await dialog.getByRole('button', { name: `Preview news ${NEXT}` }).click();
  await dialog.getByRole('img', { name: /for a phone's camera/ }).waitFor();
  await look('preview-made');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await goTo('Previews');
  await page.getByRole('button', { name: `Show address of news ${NEXT}` }).click();
  await page.getByText(/\/news\?preview=/).waitFor();
  await look('previews');
  await page.getByRole('button', { name: `Withdraw the preview of news ${NEXT}` }).click();
  const ending = page.getByRole('dialog', { name: `Withdraw the preview of news ${NEXT}` });
  await ending.getByText(/npm run preview -- --withdraw \S+/).waitFor();
  await ending.getByRole('button', { name: `Withdraw the preview of news ${NEXT}` }).click();
  await page.getByText('No preview holds now.').waitFor();
  expect(errors).toEqual([]);
});
