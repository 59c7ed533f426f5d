import { mkdir, mkdtemp, readdir, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReleaseManifest } from '@wholepage/contracts/release';
import type { ReleaseStore } from '@wholepage/releases/store/store';
import { removeOldCopies, ServerCode } from './release-set';

const TWO_DAYS_AGO = new Date(Date.now() - 2 * 24 * 3_600_000);

test('copies of what is served no longer go after a day, and nothing else does', async () => {
  const cacheDir = await mkdtemp(join(tmpdir(), 'copies-'));
  const manifest = { app: 'mf-blog', version: '1.0.0', entry: { node: 'node/render.mjs' }, files: {} };
  const live = new ServerCode({ store: {} as ReleaseStore, cacheDir }, manifest as ReleaseManifest);
  const old = [`${live.id}.mjs`, 'mf-blog-0.9.0-abc.mjs', `${live.id}.mjs.a-draft`, 'else.json'];
  for (const name of [...old, 'mf-blog-0.9.1-abc.mjs']) await writeFile(join(cacheDir, name), '');
  for (const name of old) await utimes(join(cacheDir, name), TWO_DAYS_AGO, TWO_DAYS_AGO);
  await mkdir(join(cacheDir, 'mirror'));
  await removeOldCopies(cacheDir, [live]);
  expect((await readdir(cacheDir)).sort()).toEqual(
    ['else.json', 'mf-blog-0.9.1-abc.mjs', `${live.id}.mjs`, 'mirror'].sort(),
  );
});

test('a copy of what was served for days stays for a day after that', async () => {
  const cacheDir = await mkdtemp(join(tmpdir(), 'copies-'));
  const manifest = { app: 'mf-blog', version: '1.0.0', entry: { node: 'node/render.mjs' }, files: {} };
  const before = new ServerCode({ store: {} as ReleaseStore, cacheDir }, manifest as ReleaseManifest);
  await writeFile(join(cacheDir, `${before.id}.mjs`), '');
  await utimes(join(cacheDir, `${before.id}.mjs`), TWO_DAYS_AGO, TWO_DAYS_AGO);
  await removeOldCopies(cacheDir, [before]);
  await removeOldCopies(cacheDir, []);
  expect(await readdir(cacheDir)).toEqual([`${before.id}.mjs`]);
});
