import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { AppName } from '@wholepage/contracts/release';
import { type ReleaseManifest, releaseFilePath, releaseManifestSchema } from '@wholepage/contracts/release';
import * as z from 'zod';
import { ReleaseError } from '../errors';
import { environmentTrust, privateStorePlace, releaseCommit } from '../settings';
import { openWritableStore } from '../store/open-store';
import { boundedMap, parseAs, type WritableStore } from '../store/store';
import { claimsOf } from '../trust/claims';
import type { Trust } from '../trust/trust';
import { makePrivateFolder } from '../whole-files';
import { integrityOf, MANIFEST, parseManifest, storedFiles } from './manifest';

/** Returns all files below a folder, relative to it, with slashes. */
async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

const expand = promisify(gunzip);

const LARGEST_MAP_BYTES = 64 * 1024 * 1024;

/** Returns the content-addressed name of a map's compressed file. */
export const mapName = (integrity: string): string =>
  `${integrity.replace('sha384-', '').replaceAll('+', '-').replaceAll('/', '_')}.map.gz`;

export const mapPath = (app: string, integrity: string): string => `maps/${app}/${mapName(integrity)}`;

/**
 * Stores a built release's source maps in the private store, unless they are there.
 * @param place the private store; a folder is readable for this account only
 * @param source folder with the built release; `maps` is beside it
 * @throws ReleaseError when the store cannot be written
 */
async function keepSourceMaps(
  place: string,
  app: string,
  { maps = {} }: ReleaseManifest,
  source: string,
  trust: Trust,
): Promise<void> {
  if (Object.keys(maps).length === 0) return;
  if (!place.startsWith('s3://')) await makePrivateFolder(place);
  const store = openWritableStore(place, trust);
  for (const integrity of new Set(Object.values(maps))) {
    const path = mapPath(app, integrity);
    if (await store.revision(path)) continue;
    // A copied build may lack its maps: errors then show the released file.
    const bytes = await readFile(join(dirname(source), 'maps', mapName(integrity))).catch(() => undefined);
    if (bytes) await store.create(path, bytes);
  }
}

/** Returns the source map of a release's script as text; undefined when it is missing or does not match the manifest. */
export async function readSourceMap(
  store: WritableStore,
  { app, maps }: Pick<ReleaseManifest, 'app' | 'maps'>,
  file: string,
): Promise<string | undefined> {
  const integrity = maps?.[file];
  const found = integrity && (await store.find(mapPath(app, integrity)));
  if (!found) return undefined;
  const bytes = await expand(found.bytes, { maxOutputLength: LARGEST_MAP_BYTES }).catch(() => undefined);
  return bytes && integrityOf(bytes) === integrity ? bytes.toString('utf8') : undefined;
}

/** Concurrent writes that a remote store accepts. */
const AT_ONCE = 16;

const commitSchema = releaseManifestSchema.shape.commit;

/** @throws ReleaseError when RELEASE_COMMIT is not a commit */
function commitOf(): { commit?: string } {
  const { success, data } = commitSchema.safeParse(releaseCommit());
  if (!success) throw new ReleaseError('RELEASE_COMMIT is not usable: give the id of a commit, or its https address.');
  return data ? { commit: data } : {};
}

/** @param built the manifest as the build wrote it */
async function signed(trust: Trust, app: AppName, built: object): Promise<Buffer> {
  const written = { ...built, ...commitOf() };
  const signature = await trust.sign(app, written);
  return Buffer.from(`${JSON.stringify({ ...written, signature }, null, 1)}\n`);
}

/** Writes a file; a different one of an earlier attempt is replaced, because without a manifest there is no release yet. */
async function write(store: WritableStore, path: string, bytes: Buffer): Promise<void> {
  if (await store.create(path, bytes)) return;
  const there = await store.find(path);
  if (there && integrityOf(there.bytes) !== integrityOf(bytes)) await store.replace(path, bytes, there.revision);
}

/**
 * Signs a built release and writes it to the store, its manifest last: without one it is no release. Releases are
 * immutable: an existing one is left unchanged, and so are content-addressed files of earlier ones. A failed
 * publication leaves its files, because a concurrent one may use them; prune removes them a day later.
 * @param source folder with the built release; `assets` is beside it
 * @param privatePlace the store that gets its source maps, as PRIVATE_STORE_URL names it
 * @throws ReleaseError when it claims another app's paths or cookies, or the store cannot be written
 * @returns false when it existed already
 */
export async function publish(
  place: string,
  app: AppName,
  version: string,
  source: string,
  trust: Trust = environmentTrust(),
  privatePlace = privateStorePlace(),
): Promise<boolean> {
  const store = openWritableStore(place, trust);
  const at = (file: string) => releaseFilePath({ app, version }, file);
  const bytes = await readFile(join(source, MANIFEST)).catch((cause: unknown) => {
    throw new ReleaseError(`${source} holds no built release: build it first (npm run build ${app}).`, { cause });
  });
  const built = parseAs(z.looseObject({}), bytes) ?? {};
  const manifest = parseManifest(join(source, MANIFEST), built);
  trust.claimsCheck()({ app, version, claims: claimsOf(manifest) });
  const assets = storedFiles({ ...manifest, app, version }).filter((path) => path.startsWith(`${app}/assets/`));
  const bringAssets = () =>
    boundedMap(assets, AT_ONCE, async (path) => {
      if (await store.revision(path)) return;
      await store.create(path, await readFile(join(dirname(source), path.slice(app.length + 1))));
    });
  await bringAssets();
  // An existing release may have lost shared files with pruned ones: they were written again above.
  if (await store.find(at(MANIFEST))) return false;
  await keepSourceMaps(privatePlace, app, manifest, source, trust);
  const own = (await filesBelow(source)).filter((file) => file !== MANIFEST);
  await boundedMap(own, AT_ONCE, async (file) => write(store, at(file), await readFile(join(source, file))));
  const isNew = await store.create(at(MANIFEST), await signed(trust, app, built));
  // Before the manifest existed, prune may have removed old assets.
  await bringAssets();
  return isNew;
}
