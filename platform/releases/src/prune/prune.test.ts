import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { commit } from '../registry/commit';
import { readHistory } from '../registry/registry';
import { MANIFEST } from '../release/manifest';
import { candidate, promote, rollback, withLive } from '../steps/steps';
import { folderStore } from '../store/folder-store';
import type { WritableStore } from '../store/store';
import { live, newStore, release } from '../testing/built-release';
import { carryOut, planPrune } from './prune';

const DAY_MS = 24 * 3_600_000;
const VERSIONS = Array.from({ length: 30 }, (_, index) => `1.${index}.0`);

/** Makes a store with thirty releases. Each has its own file, and all share one. */
async function filledStore(): Promise<string> {
  const store = await newStore();
  await mkdir(join(store, 'mf-blog', 'assets'), { recursive: true });
  const assets = ['shared.0123456789ab.js', ...VERSIONS.map((version) => `page.${version.replaceAll('.', '')}abc.js`)];
  for (const name of assets) await writeFile(join(store, 'mf-blog', 'assets', name), name);
  for (const [index, version] of VERSIONS.entries()) {
    await release(store, version);
    const file = join(store, 'mf-blog', version, 'release.json');
    const manifest = JSON.parse(await readFile(file, 'utf8'));
    for (const name of ['shared.0123456789ab.js', assets[index + 1]]) {
      manifest.files[`assets/${name}`] = {
        integrity: Object.values<{ integrity: string }>(manifest.files)[0]?.integrity,
        bytes: 10,
      };
    }
    await writeFile(file, JSON.stringify(manifest));
  }
  return store;
}

const afterDays = (days: number) => Date.now() + days * DAY_MS;
const versionsIn = async (store: string) => (await readdir(join(store, 'mf-blog'))).filter((name) => name !== 'assets');

test('within thirty days nothing goes, for tabs may come from any of it', async () => {
  const store = await filledStore();
  expect(await planPrune(folderStore(store), afterDays(29))).toEqual({ apps: [], previews: [], bytes: 0 });
});

test('later the live, the previous and the last twenty of the history stay, with every file that they share', async () => {
  const store = await filledStore();
  const plan = await planPrune(folderStore(store), afterDays(40));
  expect(plan.apps.map(({ app, versions }) => [app, versions.length])).toEqual([['mf-blog', 9]]);
  expect(plan.bytes).toBeGreaterThan(1_000);
  await carryOut(folderStore(store), plan, afterDays(40));
  expect((await versionsIn(store)).sort()).toEqual(VERSIONS.slice(9).sort());
  const assets = await readdir(join(store, 'mf-blog', 'assets'));
  expect(assets).toContain('shared.0123456789ab.js');
  expect(assets).toHaveLength(1 + 21);
  const history = await readHistory(folderStore(store));
  expect(history.map(({ version }) => version)).toEqual(VERSIONS.slice(10).reverse());
});

test('what a kept step took off stays, because tabs came from it until then', async () => {
  const store = await newStore();
  for (const version of ['1.0.0', '1.1.0']) await release(store, version);
  await rollback(store, 'mf-blog');
  for (let step = 0; step < 19; step += 1) await promote(store, 'mf-blog', '1.0.0');
  const plan = await planPrune(folderStore(store), afterDays(40));
  expect(plan.apps.flatMap(({ versions }) => versions)).toEqual([]);
});

test('a publication that is under way is left alone', async () => {
  const store = await filledStore();
  const young = join(store, 'mf-blog', 'assets', 'new.0123456789ab.js');
  await writeFile(young, 'new');
  const later = new Date(afterDays(40));
  await utimes(young, later, later);
  const plan = await planPrune(folderStore(store), later.getTime() + 1_000);
  expect(plan.apps.flatMap(({ files }) => files.map(({ path }) => path))).not.toContain(
    'mf-blog/assets/new.0123456789ab.js',
  );
});

test('what somebody promotes between the plan and its end stays', async () => {
  const store = await newStore();
  for (const version of VERSIONS) await release(store, version);
  const plan = await planPrune(folderStore(store), afterDays(40));
  expect(plan.apps[0]?.versions).toEqual(expect.arrayContaining(['1.2.0', '1.3.0']));
  await promote(store, 'mf-blog', '1.3.0');
  await carryOut(folderStore(store), plan, afterDays(40));
  expect(await versionsIn(store)).toContain('1.3.0');
  expect(await versionsIn(store)).not.toContain('1.2.0');
});

test('what somebody promotes while prune lists the store stays', async () => {
  const place = await newStore();
  for (const version of VERSIONS) await release(place, version);
  const store = folderStore(place);
  const plan = await planPrune(store, afterDays(40));
  const list = async function* (folder: string) {
    await promote(place, 'mf-blog', '1.3.0');
    yield* store.list(folder);
  };
  await carryOut({ ...store, list }, plan, afterDays(40));
  expect(await versionsIn(place)).toContain('1.3.0');
});

test('a release that prune takes away before its step is taken does not go live', async () => {
  const place = await newStore();
  for (const version of ['1.0.0', '1.1.0']) await release(place, version);
  const store = folderStore(place);
  const checked = await candidate(store, 'mf-blog', '1.0.0');
  const promotion = (from: WritableStore) =>
    commit(from, 'mf-blog', ({ releases, step }) => ({
      step: { action: 'promote', version: '1.0.0' },
      next: withLive(releases, checked, step),
    }));
  // A store that is briefly unavailable has lost no release.
  const find = (path: string) => (path.endsWith(MANIFEST) ? Promise.reject(new Error('status 503')) : store.find(path));
  const away = { ...store, find, revision: async () => undefined };
  await expect(promotion(away)).rejects.toThrow('status 503');
  await rm(join(place, 'mf-blog', '1.0.0'), { recursive: true });
  await expect(promotion(store)).rejects.toThrow('mf-blog 1.0.0 was pruned meanwhile: nothing was changed.');
  expect(await live(place)).toBe('1.1.0');
});

test('no store is asked for more steps at a time than it answers', async () => {
  const store = folderStore(await filledStore());
  let [now, most] = [0, 0];
  const find = async (path: string) => {
    now += 1;
    most = Math.max(most, now);
    return store.find(path).finally(() => {
      now -= 1;
    });
  };
  await readHistory({ ...store, find });
  await planPrune({ ...store, find }, afterDays(40));
  expect(most).toBe(store.readsAtOnce);
});

test('a manifest that cannot be read keeps its app from being pruned, in a sentence', async () => {
  const store = await filledStore();
  await writeFile(join(store, 'mf-blog', '1.29.0', 'release.json'), '{"app"');
  await expect(planPrune(folderStore(store), afterDays(40))).rejects.toThrow(/nobody knows which files it needs/);
});
