import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { integrityOf } from '@wholepage/releases/integrity';
import { mapName } from '@wholepage/releases/source-maps';

const compress = promisify(gzip);

const ENDING = '.map';
/** Errors have a place in scripts alone. */
const SCRIPT_MAP = /\.m?js\.map$/;

/** Beside the releases of an app, which are what is served. */
const MAPS_FOLDER = 'maps';

/**
 * Takes the source maps out of a build, so that no release holds one.
 * @param dist where the app's builds lie; the maps get a folder there, named by their content
 * @returns integrity of each script's map
 */
export async function takeSourceMaps(outDir: string, dist: string): Promise<Record<string, string>> {
  const folder = join(dist, MAPS_FOLDER);
  await mkdir(folder, { recursive: true });
  const entries = await readdir(outDir, { withFileTypes: true, recursive: true });
  const found: [string, string][] = [];
  for (const entry of entries) {
    if (!entry.isFile() || !entry.name.endsWith(ENDING)) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path);
    await rm(path);
    if (!SCRIPT_MAP.test(entry.name)) continue;
    const integrity = integrityOf(bytes);
    // A map that is there is the same; it is in use by releases that may be published at this moment.
    await writeFile(join(folder, mapName(integrity)), await compress(bytes), { flag: 'wx' }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      },
    );
    found.push([relative(outDir, path).split(sep).join('/').slice(0, -ENDING.length), integrity]);
  }
  return Object.fromEntries(found.sort(([one], [other]) => (one < other ? -1 : 1)));
}
