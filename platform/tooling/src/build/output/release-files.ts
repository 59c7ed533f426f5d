import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { ReleaseManifest } from '@wholepage/contracts/release';
import { integrityOf } from '@wholepage/releases/integrity';
import { mapName } from '@wholepage/releases/source-maps';

const AT_ONCE = 4;

function* walk(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else yield path;
  }
}

/** Files that only servers read are sent to nobody. */
const isSent = (file: string): boolean => !file.startsWith('node/') && !file.endsWith('.map');

/**
 * Compresses what a build put out, and says of each file what it weighs and how its bytes are known.
 * @param dist where the app's earlier builds lie
 * @param compress false where nobody waits for the network
 */
export async function describeFiles(
  outDir: string,
  dist: string,
  compress: boolean,
): Promise<ReleaseManifest['files']> {
  const paths = [...walk(outDir)].sort();
  const waiting = paths.entries();
  const found: [string, ReleaseManifest['files'][string]][] = [];
  const worker = async () => {
    for (const [index, path] of waiting) {
      const file = relative(outDir, path).split(sep).join('/');
      const kept = file.startsWith('assets/') ? join(dist, file) : undefined;
      const sizes: CompressedSizes = compress && isSent(file) ? await compressFile(path, kept) : {};
      const bytes = readFileSync(path);
      found[index] = [file, { integrity: integrityOf(bytes), bytes: bytes.length, ...sizes }];
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return Object.fromEntries(found);
}

const COMPRESSIBLE = /\.(js|css|json|svg)$/;
/** Shorter ones travel in one packet as they are. */
const SHORTEST_BYTES = 400;

const encoders = {
  brotli: {
    extension: '.br',
    encode: (bytes: Buffer) =>
      promisify(brotliCompress)(bytes, {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
          [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
        },
      }),
  },
  gzip: { extension: '.gz', encode: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }) },
};

/** Bytes of each compressed form that lies beside a file; none for a form that would not be smaller. */
type CompressedSizes = { [Encoding in keyof typeof encoders]?: number };

/**
 * Writes `{file}.br` and `{file}.gz`, the best that can be had: a release is compressed once and sent many times.
 * @param kept the same file of an earlier build, when there is one: equal names of content-addressed files are equal bytes
 */
async function compressFile(path: string, kept?: string): Promise<CompressedSizes> {
  if (!COMPRESSIBLE.test(path)) return {};
  const bytes = await readFile(path);
  if (bytes.length < SHORTEST_BYTES) return {};
  const sizes: CompressedSizes = {};
  for (const [name, { extension, encode }] of Object.entries(encoders)) {
    const before = kept && (await readFile(kept + extension).catch(() => undefined));
    const encoded = before ?? (await encode(bytes));
    if (encoded.length >= bytes.length) continue;
    await writeFile(path + extension, encoded);
    sizes[name as keyof CompressedSizes] = encoded.length;
  }
  return sizes;
}

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
