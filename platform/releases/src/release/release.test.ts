import { appendFile, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { unusedMaps } from '../prune/prune';
import { stepsBack } from '../registry/registry';
import { environmentTrust } from '../settings';
import { folderStore } from '../store/folder-store';
import { builtRelease, ENTRY, newStore, release } from '../testing/built-release';
import { pinnedTrust } from '../testing/pinned-trust';
import { noteVerification, readVerification } from './gate-record';
import { checkFiles, integrityOf, manifestPath, readRelease } from './manifest';
import { mapName, mapPath, publish, readSourceMap } from './publish';

test('a slow bucket is read side by side: the files of a release, and the steps of an app', async () => {
  const place = await newStore();
  for (const version of ['1.0.0', '1.1.0']) await release(place, version);
  const store = folderStore(place);
  /** Delays all answers until `most` requests were made, so that only parallel requests succeed. */
  const allAsked = <Answer>(ask: (path: string) => Promise<Answer>, most: number) => {
    let asked = 0;
    let resolve = () => {};
    const areAsked = new Promise<void>((done) => {
      resolve = done;
    });
    return async (path: string) => {
      asked += 1;
      if (asked === most) resolve();
      await areAsked;
      return ask(path);
    };
  };
  const { manifest } = await readRelease(store, 'mf-blog', '1.0.0');
  await checkFiles({ ...store, read: allAsked(store.read, Object.keys(manifest.files).length) }, manifest);
  const versions: string[] = [];
  for await (const step of stepsBack({ ...store, find: allAsked(store.find, 2) }, 'mf-blog', 2))
    versions.push(step.version);
  expect(versions).toEqual(['1.1.0', '1.0.0']);
});

test('a manifest that the registry does not mean, or that is larger than any, is refused', async () => {
  const place = await newStore();
  await release(place, '1.0.0');
  const store = folderStore(place);
  const { integrity } = await readRelease(store, 'mf-blog', '1.0.0');
  expect((await readRelease(store, 'mf-blog', '1.0.0', integrity)).integrity).toBe(integrity);
  const other = readRelease(store, 'mf-blog', '1.0.0', integrityOf('another'));
  await expect(other).rejects.toThrow('is not what the registry promised');
  await appendFile(join(place, manifestPath('mf-blog', '1.0.0')), ' '.repeat(1024 * 1024));
  await expect(readRelease(store, 'mf-blog', '1.0.0')).rejects.toThrow('is larger than any release manifest');
});

describe('the record of the gate', () => {
  const RELEASE = { app: 'mf-blog', version: '1.0.0', integrity: 'sha384-abc' };
  const VERIFICATION = { held: ['sizes'], skipped: ['prices'], reason: 'no API' };
  const DAY = 24 * 3_600_000;

  async function places() {
    const site = await pinnedTrust(
      { 'mf-blog': ['/blog'] },
      {
        pipeline: { actions: ['promote'], apps: ['mf-blog'] },
        previewer: { actions: ['canary'], apps: ['*'] },
        courses: { actions: ['*'], apps: ['mf-courses'] },
      },
    );
    const privatePlace = await newStore();
    const as = (name: string) => folderStore(privatePlace, site.as(name));
    const note = (name: string, now?: number) =>
      noteVerification(as(name), as(name), RELEASE, {
        ...{ verification: VERIFICATION, by: name },
        ...(now !== undefined && { now }),
      });
    const read = (release = RELEASE) => readVerification(as('pipeline'), as('pipeline'), release);
    return { note, read, file: join(privatePlace, 'gate', 'mf-blog', '1.0.0.json') };
  }

  test('who may promote an app vouches for a release of it, for a week', async () => {
    const { note, read } = await places();
    expect(await read()).toBeUndefined();
    await note('pipeline');
    expect(await read()).toMatchObject({ by: 'pipeline', verification: VERIFICATION });
    await note('pipeline', Date.now() - 8 * DAY);
    expect(await read()).toBeUndefined();
    await note('pipeline', Date.now() + DAY);
    expect(await read()).toBeUndefined();
  });

  test.each(['previewer', 'courses', 'a stranger'])('the word of %s counts for nothing', async (name) => {
    const { note, read } = await places();
    await note(name);
    expect(await read()).toBeUndefined();
  });

  test('a record that was changed, or is of other bytes, counts for nothing', async () => {
    const { note, read, file } = await places();
    await note('pipeline');
    expect(await read({ ...RELEASE, integrity: 'sha384-other' })).toBeUndefined();
    const record = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...record, verification: { ...VERIFICATION, skipped: [] } }));
    expect(await read()).toBeUndefined();
    const { signature: _signature, ...unsigned } = record;
    await writeFile(file, JSON.stringify(unsigned));
    expect(await read()).toBeUndefined();
    await writeFile(file, 'garbage');
    await expect(read()).rejects.toThrow(/gate\/mf-blog\/1\.0\.0\.json in .+ is not a record of the gate: remove it\./);
  });
});

describe('source maps', () => {
  const VERSION = '1.0.0-aaaaaaaa';
  const MAP = '{"version":3,"sources":["a.ts"],"names":[],"mappings":""}';
  const integrity = integrityOf(MAP);

  /** Makes a build with its source maps beside it. */
  async function built(): Promise<string> {
    const dir = join(await newStore(), VERSION);
    await rename(await builtRelease(VERSION, { maps: { [ENTRY]: integrity } }), dir);
    const file = join(dirname(dir), 'maps', mapName(integrity));
    await mkdir(dirname(file));
    await writeFile(file, gzipSync(MAP));
    return dir;
  }

  test('maps go to the private store, which is this account’s alone, and the manifest names them', async () => {
    const [place, privatePlace] = [await newStore(), join(await newStore(), 'private')];
    expect(await publish(place, 'mf-blog', VERSION, await built(), environmentTrust(), privatePlace)).toBe(true);
    const { manifest } = await readRelease(folderStore(place), 'mf-blog', VERSION);
    expect(manifest.maps).toEqual({ [ENTRY]: integrity });
    expect(await readSourceMap(folderStore(privatePlace), manifest, ENTRY)).toBe(MAP);
    expect((await stat(privatePlace)).mode & 0o077).toBe(0);
    expect(await folderStore(place).revision(mapPath('mf-blog', integrity))).toBeUndefined();
  });

  test('a map is removed a day after the last release that names it, and not before', async () => {
    const [place, privatePlace] = [await newStore(), await newStore()];
    await publish(place, 'mf-blog', VERSION, await built(), environmentTrust(), privatePlace);
    const [store, privateStore] = [folderStore(place), folderStore(privatePlace)];
    const later = Date.now() + 25 * 3_600_000;
    expect(await unusedMaps(store, privateStore, later)).toEqual([]);
    const unsure = { ...store, revision: async () => undefined };
    expect(await unusedMaps(unsure, privateStore, later)).toEqual([]);
    await store.remove(`mf-blog/${VERSION}/release.json`);
    expect(await unusedMaps(store, privateStore)).toEqual([]);
    expect(await unusedMaps(store, privateStore, later)).toMatchObject([{ path: mapPath('mf-blog', integrity) }]);
  });

  test('a map that was changed later is not a map', async () => {
    const [place, privatePlace] = [await newStore(), await newStore()];
    await publish(place, 'mf-blog', VERSION, await built(), environmentTrust(), privatePlace);
    await writeFile(join(privatePlace, mapPath('mf-blog', integrity)), gzipSync(`${MAP} `));
    const { manifest } = await readRelease(folderStore(place), 'mf-blog', VERSION);
    expect(await readSourceMap(folderStore(privatePlace), manifest, ENTRY)).toBeUndefined();
  });

  test('a map that unpacks to more than any map is none', async () => {
    const mebibyte = Buffer.alloc(1024 * 1024, ' ');
    const huge = integrityOf(Buffer.concat(Array(65).fill(mebibyte)));
    const store = folderStore(await newStore());
    await store.create(mapPath('mf-blog', huge), Buffer.concat(Array(65).fill(gzipSync(mebibyte))));
    expect(await readSourceMap(store, { app: 'mf-blog', maps: { [ENTRY]: huge } }, ENTRY)).toBeUndefined();
  });

  test('a build that was copied without its maps is published, and has none', async () => {
    const [place, privatePlace] = [await newStore(), await newStore()];
    const dir = join(await newStore(), VERSION);
    await rename(await builtRelease(VERSION, { maps: { [ENTRY]: integrity } }), dir);
    expect(await publish(place, 'mf-blog', VERSION, dir, environmentTrust(), privatePlace)).toBe(true);
    const { manifest } = await readRelease(folderStore(place), 'mf-blog', VERSION);
    expect(await readSourceMap(folderStore(privatePlace), manifest, ENTRY)).toBeUndefined();
  });

  test.each([
    ['3fa9c2d1', '3fa9c2d1'],
    ['https://code.example/commit/3fa9c2d1', 'https://code.example/commit/3fa9c2d1'],
  ])('RELEASE_COMMIT=%s is part of the release', async (value, expected) => {
    process.env['RELEASE_COMMIT'] = value;
    try {
      const place = await newStore();
      await publish(place, 'mf-blog', VERSION, await builtRelease(VERSION), environmentTrust());
      expect((await readRelease(folderStore(place), 'mf-blog', VERSION)).manifest.commit).toBe(expected);
    } finally {
      delete process.env['RELEASE_COMMIT'];
    }
  });

  test('RELEASE_COMMIT that is a script’s address is refused by name', async () => {
    process.env['RELEASE_COMMIT'] = 'javascript:alert(1)';
    try {
      await expect(
        publish(await newStore(), 'mf-blog', VERSION, await builtRelease(VERSION), environmentTrust()),
      ).rejects.toThrow('RELEASE_COMMIT is not usable');
    } finally {
      delete process.env['RELEASE_COMMIT'];
    }
  });
});
