import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { LIVE_SETTINGS_PATH, SITE_DESCRIPTION_PATH, type SiteSettings } from '@wholepage/contracts/page';
import type { SiteDescription } from '@wholepage/contracts/site';
import { promote } from '@wholepage/releases/steps';
import { type FixtureConfig, fixtureSite } from '../../testing/fixture-site';
import { fixtureStore, SERVER_ENTRIES, writeRelease } from '../../testing/fixture-store';
import { eventually, type RunningComposer, runComposer } from '../../testing/running-composer';

let store: string;
let composer: RunningComposer;
let navigationFile: string;
beforeAll(async () => {
  store = await fixtureStore();
  const siteDir = join(store, 'site');
  navigationFile = join(siteDir, 'navigation.json');
  await cp(fixtureSite.dir, siteDir, { recursive: true });
  composer = await runComposer(store, { API_PORT: '1' }, { siteDir });
});
afterAll(() => composer.close());

const get = async (path: string) => (await fetch(composer.origin + path)).text();
const settingsOf = async (page: string) => {
  const path = /"settings":"([^"]+)"/.exec(await get(page))?.[1] ?? '';
  return { path, ...(JSON.parse(await get(path)) as SiteSettings<FixtureConfig>) };
};
const menuOf = async (page: string) => (await settingsOf(page)).config.menu.map(({ label }) => label);
const edit = async (change: (text: string) => string) =>
  writeFile(navigationFile, change(await readFile(navigationFile, 'utf8')));

test('a release joins the menu by its own word, before what stands out, and leaves it with its release', async () => {
  const before = await menuOf('/contact');
  const routes = [{ path: '/careers', document: false, sitemap: ['/careers'], menu: 'Careers', js: [], css: [] }];
  await writeRelease(store, 'mf-careers', '1.0.0', SERVER_ENTRIES.says('Come and work with us'), { routes });
  await promote(store, 'mf-careers', '1.0.0');
  const menu = await eventually(
    () => menuOf('/contact'),
    (labels) => labels.includes('Careers'),
  );
  expect(menu).toEqual([...before.slice(0, -1), 'Careers', before.at(-1)]);
  expect(await get('/sitemap.xml')).toContain('<loc>http://site.test/careers</loc>');
});

test("an edit of the owner's is on the site without a restart, and wins over what a release asks for", async () => {
  const { path } = await settingsOf('/contact');
  await edit((text) =>
    text.replace('"label": "Contact", "href": "/contact"', '"label": "Work here", "href": "/careers"'),
  );
  const menu = await eventually(
    () => menuOf('/contact'),
    (labels) => labels.includes('Work here'),
  );
  expect(menu).toContain('Work here');
  expect(menu).not.toContain('Careers');
  expect(await get(path)).toContain('"Careers"');
});

test('an edit that does not hold changes nothing, and is reported', async () => {
  const before = await menuOf('/contact');
  await edit((text) => text.replace('"menu"', '"menus"'));
  const refusal = () => composer.events.find(({ event }) => event.startsWith('content of the layout refused'));
  expect(await eventually(async () => refusal(), Boolean)).toMatchObject({
    details: { reason: expect.stringContaining('navigation.json') },
  });
  expect(await menuOf('/contact')).toEqual(before);
});

test('a remote elsewhere learns the settings, the policy and the budgets that it will be held to', async () => {
  const response = await fetch(`${composer.origin}${SITE_DESCRIPTION_PATH}`);
  const { config, allows } = (await response.json()) as SiteDescription;
  expect(config.siteOrigin).toBe('http://site.test');
  expect(allows).toMatchObject({ styles: expect.any(Number), fonts: expect.any(Number) });
  expect(allows.scripts['/contact']).toBe(allows.otherScripts);
  // What pages of other origins may read stays what they need.
  expect(await get(LIVE_SETTINGS_PATH)).not.toContain('"allows"');
});

test('a page that names settings of before a restart gets the present ones, which nobody keeps', async () => {
  const response = await fetch(`${composer.origin}/_settings/of-before.json`);
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(((await response.json()) as SiteSettings).config.siteOrigin).toBe('http://site.test');
});
