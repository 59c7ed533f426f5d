import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { ReleaseManifest } from '@wholepage/contracts/release';
import * as z from 'zod';
import { makePrivateFolder } from '../private-folder';
import { openWritableStore } from '../store/open-store';
import type { WritableStore } from '../store/store';
import type { Trust } from '../trust/trust';
import { integrityOf } from './integrity';

const expand = promisify(gunzip);

/** Larger than the map of any script. */
const LARGEST_MAP_BYTES = 64 * 1024 * 1024;

/** Name of a map's compressed file: its content decides it. */
export const mapName = (integrity: string): string =>
  `${integrity.replace('sha384-', '').replaceAll('+', '-').replaceAll('/', '_')}.map.gz`;

/** Where the maps of an app's releases lie in the private store. */
export const mapPath = (app: string, integrity: string): string => `maps/${app}/${mapName(integrity)}`;

const mapsSchema = z.object({ maps: z.record(z.string(), z.string()).default({}) });

/**
 * Puts the source maps of a built release into the private store. A map that is there stays.
 * @param place the private store; a folder is this account's alone
 * @param source folder with the built release; `maps` is beside it
 * @throws ReleaseError when the store cannot be written
 */
export async function keepSourceMaps(
  place: string,
  app: string,
  manifest: Buffer,
  source: string,
  trust: Trust,
): Promise<void> {
  const { maps } = mapsSchema.parse(JSON.parse(manifest.toString('utf8')));
  if (Object.keys(maps).length === 0) return;
  if (!place.startsWith('s3://')) await makePrivateFolder(place);
  const store = openWritableStore(place, trust);
  for (const integrity of new Set(Object.values(maps))) {
    const path = mapPath(app, integrity);
    if (await store.revision(path)) continue;
    // A build that was copied here may have come without: then errors show the released file.
    const bytes = await readFile(join(dirname(source), 'maps', mapName(integrity))).catch(() => undefined);
    if (bytes) await store.create(path, bytes);
  }
}

/** The source map of a release's script, as text; undefined when there is none, or it is not what the manifest names. */
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
