import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { startCanary } from '@wholepage/releases/canary/canary';
import { readReleaseFile } from '@wholepage/releases/manifest';
import { createPreview, readPreview, withdrawPreview } from '@wholepage/releases/preview/preview';
import { follow } from '@wholepage/releases/registry/follow';
import { readRegistry } from '@wholepage/releases/registry/registry';
import { environmentTrust } from '@wholepage/releases/settings';
import { promote } from '@wholepage/releases/steps';
import { urlStore } from '@wholepage/releases/store/open-store';
import type { ReleaseStore } from '@wholepage/releases/store/store';
import { FileBodies } from '../files/static-files';
import { SERVER_ENTRIES, storeWithHome, writeRelease } from '../testing/fixture-store';
import { eventually } from '../testing/running-composer';
import { LocalCopies, type Mirror, mirrored } from './mirror';
import { type LoadedRelease, loadReleaseSet, type ReleaseSet } from './release-set';
import { ReleaseWatcher } from './release-watcher';

let folder: string;
let host: Server;
let store: ReleaseStore;
let cache: string;

beforeEach(async () => {
  folder = await storeWithHome();
  cache = join(folder, 'mirror');
  host = createServer(async (request, response) => {
    const bytes = await readFile(join(folder, new URL(request.url ?? '', 'http://x').pathname)).catch(() => undefined);
    response.writeHead(bytes ? 200 : 404).end(bytes);
  });
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  store = urlStore(`http://127.0.0.1:${(host.address() as AddressInfo).port}`, environmentTrust());
});
const goDown = () => {
  host.closeAllConnections();
  return new Promise((resolve) => host.close(resolve));
};
afterEach(goDown);

const load = async (mirror: Mirror): Promise<ReleaseSet> => {
  const source = { store: mirror, cacheDir: join(folder, 'entries'), log: () => {}, tryOut: async () => {} };
  const { set } = await loadReleaseSet(source, await follow(mirror, await readRegistry(mirror)), undefined);
  return set;
};

test('once a set is kept, all of it is available while the store is down, at a new start too', async () => {
  const mirror = mirrored(store, cache);
  await mirror.keep(await load(mirror));
  await goDown();
  const fresh = mirrored(store, cache);
  const set = await load(fresh);
  expect(Object.keys(set.apps).sort()).toEqual(['mf-blog', 'mf-marketing', 'shell']);
  for (const path of ['mf-blog/1.0.0/remoteEntry.js', 'mf-marketing/1.0.0/app.css', 'shell/1.0.0/main.js']) {
    expect((await fresh.read(path)).length).toBeGreaterThan(10);
  }
  await expect(fresh.read('registry.json')).rejects.toThrow(/cannot be read/);
});

test('something else in the place of the registry leaves the copy as it is, and a composer starts from that', async () => {
  const mirror = mirrored(store, cache);
  await mirror.keep(await load(mirror));
  const read = async (path: string) => (path === 'registry.json' ? Buffer.from('<h1>Sign in</h1>') : store.read(path));
  for (const _start of ['first', 'second'])
    expect(Object.keys((await load(mirrored({ ...store, read }, cache))).apps)).toContain('mf-blog');
});

test('a composer that starts from its copy says that the store cannot be read', async () => {
  const mirror = mirrored(store, cache);
  await mirror.keep(await load(mirror));
  await goDown();
  const source = { cacheDir: join(folder, 'entries'), log: () => {}, tryOut: async () => {} };
  const watcher = new ReleaseWatcher({ ...source, store: { ...mirrored(store, cache), pollMs: 20 } });
  try {
    await watcher.start();
    expect(Object.keys(watcher.set.apps)).toContain('mf-blog');
    expect(await eventually(async () => watcher.isUnreadable, Boolean)).toBe(true);
  } finally {
    watcher.stop();
  }
});

test("a canary's files are available, too, while the store is down", async () => {
  await writeRelease(folder, 'mf-blog', '2.0.0', SERVER_ENTRIES.says('The new journal'));
  await startCanary(folder, 'mf-blog', '2.0.0', 50, {});
  const mirror = mirrored(store, cache);
  await mirror.keep(await load(mirror));
  await goDown();
  for (const file of ['release.json', 'remoteEntry.js', 'node/render.mjs']) {
    expect((await mirrored(store, cache).read(`mf-blog/2.0.0/${file}`)).length).toBeGreaterThan(10);
  }
});

test('a preview that is withdrawn, or shows more with each push, is asked of the store each time', async () => {
  const mirror = mirrored(store, cache);
  const options = { of: 'github.example/team/site 12' };
  const { id } = await createPreview(folder, { 'mf-blog': '1.0.0' }, options);
  expect((await readPreview(mirror, id)).releases).toEqual({ 'mf-blog': '1.0.0' });
  await createPreview(folder, { 'mf-marketing': '1.0.0' }, options);
  expect((await readPreview(mirror, id)).releases).toEqual({ 'mf-marketing': '1.0.0' });
  await withdrawPreview(folder, id);
  await expect(readPreview(mirror, id)).rejects.toThrow('There is no such preview');
});

test('a copy that was garbled or cut off is fetched again', async () => {
  const mirror = mirrored(store, cache);
  const set = await load(mirror);
  await mirror.keep(set);
  const { manifest } = set.apps['mf-blog'] as LoadedRelease;
  const copy = join(cache, 'mf-blog', '1.0.0', 'remoteEntry.js');
  const whole = await readFile(copy);
  for (const harm of [whole.subarray(0, whole.length / 2), Buffer.concat([whole, Buffer.from('x')])]) {
    await writeFile(copy, harm);
    expect(await readReleaseFile(mirror, manifest, 'remoteEntry.js')).toEqual(whole);
    expect(await readFile(copy)).toEqual(whole);
  }
});

test('what the store gave once in the place of a file is asked for again, and not kept', async () => {
  let lie: RegExp | undefined = /mf-blog.*release\.json/;
  const read = async (path: string) => (lie?.test(path) ? Buffer.from('<h1>Sign in</h1>') : store.read(path));
  const mirror = mirrored({ ...store, read }, cache);
  expect(Object.keys((await load(mirror)).apps)).not.toContain('mf-blog');
  lie = /remoteEntry|render/;
  const set = await load(mirror);
  await mirror.keep(set);
  const { manifest, code } = set.apps['mf-blog'] as LoadedRelease;
  const bodies = new FileBodies(mirror);
  const used = () => Promise.allSettled([code.read(), bodies.get(manifest, 'remoteEntry.js', 'identity')]);
  expect((await used()).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  lie = undefined;
  expect((await used()).map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled']);
});

test('a folder that cannot be written keeps nobody from the files', async () => {
  await writeFile(cache, 'in the way');
  const mirror = mirrored(store, cache);
  expect((await mirror.read('mf-blog/1.0.0/app.css')).toString()).toContain('color: red');
  await rm(cache);
  expect(await readdir(folder)).not.toContain('mirror');
});

test('a release that was live for days keeps its files for a day after that', async () => {
  const mirror = mirrored(store, cache);
  const now = Date.now();
  const age = async (days: number) => {
    const at = new Date(now - days * 24 * 3_600_000);
    for (const file of ['remoteEntry.js', 'app.css', 'release.json'])
      await utimes(join(cache, 'mf-blog', '1.0.0', file), at, at);
  };
  await mirror.keep(await load(mirror));
  await age(3);
  await writeRelease(folder, 'mf-blog', '2.0.0', SERVER_ENTRIES.says('The new journal'));
  await promote(folder, 'mf-blog', '2.0.0');
  await mirror.keep(await load(mirror));
  await mirror.keep(await load(mirror));
  expect(await readdir(join(cache, 'mf-blog', '1.0.0'))).toContain('remoteEntry.js');
  await age(2);
  await mirror.keep(await load(mirror));
  expect(await readdir(join(cache, 'mf-blog', '1.0.0'))).not.toContain('remoteEntry.js');
});

test('copies of a set that is live no more are not tried again, those of the next one ever more rarely', async () => {
  jest.useFakeTimers();
  const copy = jest.fn<Promise<void>, [ReleaseSet]>().mockRejectedValue(new Error('no store'));
  const copies = new LocalCopies(copy, () => {});
  const [before, now] = [{ id: 'before' }, { id: 'now' }] as ReleaseSet[];
  for (const set of [before, now]) if (set) void copies.keep(set);
  await jest.advanceTimersByTimeAsync(200_000);
  copies.stop();
  jest.useRealTimers();
  const tried = copy.mock.calls.map(([{ id }]) => id);
  // After 0, 1, 3, 7, 15, 31, 63, 123 and 183 s.
  expect(tried).toEqual(['before', ...Array(9).fill('now')]);
});
