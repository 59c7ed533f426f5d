import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPreview } from '@wholepage/releases/preview/preview';
import { environmentTrust } from '@wholepage/releases/settings';
import { promote, retire } from '@wholepage/releases/steps';
import { editRegistry } from '@wholepage/releases/testing/built-release';
import { exportPins } from '@wholepage/releases/trust/pins';
import { fixtureStore, SERVER_ENTRIES, writeRelease } from '../testing/fixture-store';
import { eventually, type RunningComposer, runComposer } from '../testing/running-composer';

let composer: RunningComposer;
let store: string;
beforeEach(async () => {
  store = await fixtureStore();
});
afterEach(async () => {
  delete process.env.RELEASE_KEYS;
  await composer.close();
});

const page = async (path: string) => (await fetch(composer.origin + path)).text();
const refusals = () => JSON.stringify(composer.events.filter(({ event }) => event === 'release refused'));
const route = (path: string) => ({ path, document: false, sitemap: [], js: [], css: [] });

/** Pins of this machine as a file that can be changed. */
async function pinned() {
  const { releaseKeys } = await exportPins(join(process.env.DATA_DIR ?? '', 'release-keys'));
  const file = join(store, 'release-keys.json');
  const pins = JSON.parse(releaseKeys);
  const write = () => writeFile(file, JSON.stringify(pins));
  await write();
  process.env.RELEASE_KEYS = file;
  return { pins, write };
}

test('a release that somebody wrote into the store takes no page of another app, before or after a start', async () => {
  await environmentTrust().sign('mf-evil', {});
  const { pins, write } = await pinned();
  Object.assign(pins.apps['mf-evil'], { paths: ['/evil'] });
  await write();
  const spoil = async () => {
    const routes = [route('/'), route('/blog')];
    await writeRelease(store, 'mf-evil', '1.0.0', SERVER_ENTRIES.says('Taken over'), { routes });
    const manifest = await readFile(join(store, 'mf-evil', '1.0.0', 'release.json'));
    const { integrityOf } = await import('@wholepage/releases/manifest');
    const metadata = { version: '1.0.0', integrity: integrityOf(manifest) };
    await editRegistry(store, (registry) => {
      const [entry] = registry.microFrontends['mf-blog'];
      const evil = { ...entry, metadata, extras: { ...entry.extras, routes: routes.map(({ path }) => path) } };
      registry.microFrontends = { 'mf-evil': [evil], ...registry.microFrontends };
      registry.steps = { 'mf-evil': { ...registry.steps['mf-blog'], app: 'mf-evil' }, ...registry.steps };
    });
  };
  composer = await runComposer(store, { API_PORT: '1' });
  await spoil();
  const currentRefusals = async () => refusals();
  expect(await eventually(currentRefusals, (text) => text.includes('mf-evil'))).toMatch(
    /promote mf-evil.*is not what the key .+ signed/,
  );
  expect([await page('/'), await page('/blog')].join()).not.toContain('Taken over');
  await composer.close();
  composer = await runComposer(store, { API_PORT: '1' });
  expect([await page('/'), await page('/blog')].join()).not.toContain('Taken over');
});

test('a release that claims paths which are not pinned to its app is refused, whoever signed the step', async () => {
  const { pins, write } = await pinned();
  pins.apps['mf-blog'].paths = ['/journal'];
  await write();
  composer = await runComposer(store, { API_PORT: '1' });
  expect(refusals()).toContain('claims /blog, which is not pinned to it');
  expect(await page('/blog')).not.toContain('The journal');
});

test('a composer that can serve few of the live releases is not ready, and says of none of their pages that it is unknown', async () => {
  const { pins, write } = await pinned();
  pins.apps['mf-blog'].paths = pins.apps['mf-marketing'].paths = [];
  await write();
  composer = await runComposer(store, { API_PORT: '1' });
  const ready = async () => (await page('/readyz')).trim();
  expect(await eventually(ready, (text) => text !== 'starting or stopping')).toBe(
    'most live releases cannot be served; not served: mf-marketing, mf-blog',
  );
  expect((await fetch(`${composer.origin}/readyz`)).status).toBe(503);
  const statuses = ['/', '/blog', '/unknown'].map(async (path) => (await fetch(composer.origin + path)).status);
  expect(await Promise.all(statuses)).toEqual([503, 503, 404]);
});

test('a key that is withdrawn takes what it signed along, without a restart', async () => {
  const { pins, write } = await pinned();
  composer = await runComposer(store, { API_PORT: '1' });
  expect(await page('/blog')).toContain('The journal');
  const { keys } = pins.apps['mf-blog'];
  pins.apps['mf-blog'].keys = pins.apps.shell.keys;
  await write();
  const blog = () => page('/blog');
  expect(await eventually(blog, (html) => !html.includes('The journal'))).not.toContain('The journal');
  expect(refusals()).toContain('mf-blog 1.0.0 is not signed by a key of mf-blog');
  pins.apps['mf-blog'].keys = keys;
  await write();
  expect(await eventually(blog, (html) => html.includes('The journal'))).toContain('The journal');
});

test('a preview shows no release of a key that is withdrawn, and frames an app as soon as it is not trusted', async () => {
  const { pins, write } = await pinned();
  await writeRelease(store, 'mf-blog', '1.1.0', SERVER_ENTRIES.says('The next journal'));
  const { id } = await createPreview(store, { 'mf-blog': '1.1.0' });
  composer = await runComposer(store, { API_PORT: '1' });
  const seen = async () => (await fetch(`${composer.origin}/blog`, { headers: { cookie: `preview=${id}` } })).text();
  expect(await seen()).toContain('The next journal');
  pins.apps['mf-blog'].trust = 'isolated';
  await write();
  expect(await eventually(seen, (html) => html.includes('<iframe'))).not.toContain(
    '"remote":{"name":"mf-blog","version":"1.1.0","entry":"/_releases',
  );
  pins.apps['mf-blog'].keys = pins.apps.shell.keys;
  await write();
  expect(await eventually(seen, (html) => !html.includes('next journal'))).toContain('which is no longer available');
});

test('what was pinned last holds on while the file is not usable', async () => {
  await pinned();
  composer = await runComposer(store, { API_PORT: '1' });
  await writeFile(join(store, 'release-keys.json'), '{"apps": 7}');
  const events = async () => composer.events.map(({ event }) => event);
  expect(await eventually(events, (all) => all.some((event) => event.startsWith('RELEASE_KEYS')))).toContain(
    'RELEASE_KEYS not usable, the last one holds on',
  );
  expect(await page('/blog')).toContain('The journal');
});

test('an app that is retired has no pages, no place in the sitemap, and its files; until it is promoted again', async () => {
  composer = await runComposer(store, { API_PORT: '1' });
  expect(await page('/sitemap.xml')).toContain('/blog<');
  await retire(store, 'mf-blog');
  const status = async () => (await fetch(`${composer.origin}/blog`)).status;
  expect(await eventually(status, (one) => one === 404)).toBe(404);
  expect(await page('/sitemap.xml')).not.toContain('/blog<');
  expect((await fetch(`${composer.origin}/_releases/mf-blog/1.0.0/remoteEntry.js`)).status).toBe(200);
  await promote(store, 'mf-blog', '1.0.0');
  expect(await eventually(status, (one) => one === 200)).toBe(200);
});
