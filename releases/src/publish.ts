import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import type { AppName } from 'contracts/version';
import { integrityOf } from './integrity';
import { MANIFEST } from './manifest';
import { openWritableStore } from './store/open-store';
import type { WritableStore } from './store/store';

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

/** What an earlier attempt left is replaced when it differs: without a manifest there is no release yet. */
async function write(store: WritableStore, path: string, bytes: Buffer): Promise<void> {
  if (await store.create(path, bytes)) return;
  const there = await store.find(path);
  if (there && integrityOf(there.bytes) !== integrityOf(bytes)) await store.replace(path, bytes, there.revision);
}

/**
 * Puts a built release into the store: its manifest last, for what has none is no release. A release is immutable: one
 * that is there is left as it is.
 * @param place the store, as RELEASES_URL names it
 * @param source folder with the built release
 * @returns false when it was there already
 */
export async function publish(place: string, app: AppName, version: string, source: string): Promise<boolean> {
  const store = openWritableStore(place);
  const at = (file: string) => `${app}/${version}/${file}`;
  if (await store.find(at(MANIFEST))) return false;
  for (const file of await filesBelow(source)) {
    if (file !== MANIFEST) await write(store, at(file), await readFile(join(source, file)));
  }
  return store.create(at(MANIFEST), await readFile(join(source, MANIFEST)));
}
