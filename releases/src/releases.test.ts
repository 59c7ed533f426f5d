import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promote, publish } from './publish';
import { liveVersion, readHistory, readRegistry } from './registry';
import { rollback } from './rollback';
import { storeFolder } from './settings';
import { folderStore } from './store';

const ENTRY = 'remoteEntry.js';
const integrity = (text: string) => `sha384-${createHash('sha384').update(text).digest('base64')}`;

/** A built release as a folder, as the build leaves it. */
async function built(version: string, change: Record<string, unknown> = {}): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'built-'));
  const files = { [ENTRY]: `/* ${version} */`, 'node/render.mjs': 'export const render = 1;' };
  await mkdir(join(dir, 'node'));
  for (const [name, text] of Object.entries(files)) await writeFile(join(dir, name), text);
  const manifest = {
    app: 'mf-blog',
    version,
    contract: 1,
    builtAt: '2026-11-21T00:00:00.000Z',
    routes: [],
    entry: { browser: ENTRY, node: 'node/render.mjs', js: [ENTRY], css: [] },
    files: Object.fromEntries(
      Object.entries(files).map(([name, text]) => [name, { integrity: integrity(text), bytes: text.length }]),
    ),
    ...change,
  };
  await writeFile(join(dir, 'release.json'), JSON.stringify(manifest));
  return dir;
}

const newStore = () => mkdtemp(join(tmpdir(), 'store-'));

const live = async (store: string) => liveVersion(await readRegistry(folderStore(store)), 'mf-blog');

async function release(store: string, version: string, change?: Record<string, unknown>): Promise<void> {
  await publish(store, 'mf-blog', version, await built(version, change));
  await promote(store, 'mf-blog', version);
}

test('a published release is never written again', async () => {
  const store = await newStore();
  await release(store, '1.0.0');
  expect(await publish(store, 'mf-blog', '1.0.0', await built('1.0.0', { builtAt: 'later' }))).toBe(false);
  expect(await readFile(join(store, 'mf-blog', '1.0.0', 'release.json'), 'utf8')).toContain('2026-11-21');
});

test('rollback steps back one release at a time, and says when there is none', async () => {
  const store = await newStore();
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) await release(store, version);
  await rollback(store, 'mf-blog');
  expect(await live(store)).toBe('1.1.0');
  await rollback(store, 'mf-blog');
  expect(await live(store)).toBe('1.0.0');
  await expect(rollback(store, 'mf-blog')).rejects.toThrow(/no earlier release/);
  await release(store, '1.3.0');
  await rollback(store, 'mf-blog');
  expect(await live(store)).toBe('1.0.0');
  expect((await readHistory(store)).map(({ action }) => action)).toEqual([
    ...Array.from({ length: 3 }, () => 'promote'),
    ...Array.from({ length: 2 }, () => 'rollback'),
    'promote',
    'rollback',
  ]);
});

test.each([
  ['speaks a contract that the shell does not host', { contract: 2 }, /contract 2.*Rebuild/],
  ['is another app', { app: 'mf-courses' }, /describes mf-courses/],
  [
    'names files outside its folder',
    { entry: { browser: '../../etc/passwd', node: 'x', js: [], css: [] } },
    /not a release manifest/,
  ],
  [
    'names files that it does not have',
    { entry: { browser: 'gone.js', node: 'node/render.mjs', js: [], css: [] } },
    /does not have: gone\.js/,
  ],
])('a release that %s is not promoted', async (_what, change, message) => {
  const store = await newStore();
  await release(store, '1.0.0');
  await expect(release(store, '1.1.0', change)).rejects.toThrow(message);
  expect(await live(store)).toBe('1.0.0');
});

test('a release whose bytes were changed after the build is not promoted', async () => {
  const store = await newStore();
  await publish(store, 'mf-blog', '1.0.0', await built('1.0.0'));
  await writeFile(join(store, 'mf-blog', '1.0.0', ENTRY), 'alert(1)');
  await expect(promote(store, 'mf-blog', '1.0.0')).rejects.toThrow(/changed after it was published/);
});

test('teams that release at the same moment do not undo each other', async () => {
  const store = await newStore();
  const versions = Array.from({ length: 8 }, (_, index) => `1.0.${index}`);
  for (const version of versions) await publish(store, 'mf-blog', version, await built(version));
  await Promise.all(versions.map((version) => promote(store, 'mf-blog', version)));
  const registry = await readRegistry(folderStore(store));
  expect(registry.microFrontends['mf-blog']).toHaveLength(versions.length);
  expect(registry.microFrontends['mf-blog']?.filter(({ deployment }) => deployment.default)).toHaveLength(1);
  expect(await readdir(join(store, 'history'))).toHaveLength(versions.length);
});

test('an address cannot be published to', () => {
  expect(() => storeFolder({ RELEASES_URL: 'https://releases.example' })).toThrow(/can only be read/);
});

const route = (path: string) => ({ path, document: false, sitemap: [], js: [], css: [] });

test.each([
  [
    'the page of another remote',
    '/courses/:id',
    '/courses/2',
    /claims \/courses\/2, but \/courses\/:id is mf-courses's/,
  ],
  ['every page of one level', '/courses', '/:any', /claims \/:any, but \/courses is mf-courses's/],
  ['the way to the API', '/courses', '/api/save_form.php', /the site's own/],
  ['release files', '/courses', '/_releases/:app', /the site's own/],
])('a release that claims %s is not promoted', async (_what, owned, claimed, message) => {
  const store = await newStore();
  const courses = { app: 'mf-courses', routes: [route(owned)] };
  await publish(store, 'mf-courses', '1.0.0', await built('1.0.0', courses));
  await promote(store, 'mf-courses', '1.0.0');
  await release(store, '1.0.0', { routes: [route('/blog'), route('/blog/:slug')] });
  await expect(release(store, '1.1.0', { routes: [route(claimed)] })).rejects.toThrow(message);
  expect(await live(store)).toBe('1.0.0');
});

test.each([
  ['lost', (file: string) => rm(file)],
  ['garbled', (file: string) => writeFile(file, '{"schema": "x", "microFro')],
])('a registry that was %s is restored with the next step, the other apps included', async (_how, harm) => {
  const store = await newStore();
  await publish(store, 'mf-courses', '1.0.0', await built('1.0.0', { app: 'mf-courses' }));
  await promote(store, 'mf-courses', '1.0.0');
  await release(store, '1.0.0');
  await harm(join(store, 'registry.json'));
  await release(store, '1.1.0');
  const registry = await readRegistry(folderStore(store));
  expect(liveVersion(registry, 'mf-courses')).toBe('1.0.0');
  expect(liveVersion(registry, 'mf-blog')).toBe('1.1.0');
  await harm(join(store, 'registry.json'));
  await rollback(store, 'mf-blog');
  expect(await live(store)).toBe('1.0.0');
});

test('a registry that is there but cannot be read is left alone', async () => {
  const store = await newStore();
  await release(store, '1.0.0');
  await rm(join(store, 'registry.json'));
  await mkdir(join(store, 'registry.json'));
  await expect(release(store, '1.1.0')).rejects.toThrow(/cannot be read.*nothing was changed/);
  expect(await readHistory(store)).toHaveLength(1);
});

test('a step that could not be taken is not in the history', async () => {
  const store = await newStore();
  await release(store, '1.0.0');
  await mkdir(join(store, `registry.json.${process.pid}.next`));
  await expect(release(store, '1.1.0')).rejects.toThrow();
  expect((await readHistory(store)).map(({ version }) => version)).toEqual(['1.0.0']);
  expect(await live(store)).toBe('1.0.0');
});

test('two teams may publish the same release at the same moment', async () => {
  const store = await newStore();
  const dir = await built('1.0.0');
  const fresh = await Promise.all([1, 2].map(() => publish(store, 'mf-blog', '1.0.0', dir)));
  expect(fresh).toContain(true);
  await promote(store, 'mf-blog', '1.0.0');
  expect(await readdir(join(store, 'mf-blog'))).toEqual(['1.0.0']);
});

test('a manifest that is half written is refused in words', async () => {
  const store = await newStore();
  await publish(store, 'mf-blog', '1.0.0', await built('1.0.0'));
  await writeFile(join(store, 'mf-blog', '1.0.0', 'release.json'), '{"app": "mf-bl');
  await expect(promote(store, 'mf-blog', '1.0.0')).rejects.toThrow(/not a release manifest/);
});
