import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { releaseFilePath } from '@wholepage/contracts/release';
import { REGISTRY_FILE } from '@wholepage/releases/registry/registry';
import type { ReleaseStore } from '@wholepage/releases/store/store';
import { removeUnused } from './local-copies';
import type { ReleaseSet } from './release-set';

/** A distant store whose live files are kept on this machine, so that a store that is down blanks no page. */
export interface Mirror extends ReleaseStore {
  /** Fetches what the pages of this set can need, and lets go of what has long been needed by none. */
  keep(set: ReleaseSet): Promise<void>;
}

const DIGEST_BYTES = 32;
const AT_ONCE = 8;

const digest = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

/** Each copy begins with the digest of its bytes: one that was cut off or garbled counts as not there. */
async function readCopy(file: string): Promise<Buffer | undefined> {
  const copy = await readFile(file).catch(() => undefined);
  if (!copy) return undefined;
  const bytes = copy.subarray(DIGEST_BYTES);
  return digest(bytes).equals(copy.subarray(0, DIGEST_BYTES)) ? bytes : undefined;
}

async function writeCopy(file: string, bytes: Buffer): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await mkdir(dirname(file), { recursive: true });
  try {
    await writeFile(draft, Buffer.concat([digest(bytes), bytes]));
    await rename(draft, file);
  } finally {
    await rm(draft, { force: true });
  }
}

/** All that the store holds for the releases of a set. */
const pathsOf = (set: ReleaseSet): string[] =>
  [...Object.values(set.apps), ...set.canaries.map(({ release }) => release)].flatMap(({ manifest }) => [
    releaseFilePath(manifest, 'release.json'),
    ...Object.entries(manifest.files).flatMap(([file, { brotli, gzip }]) => {
      const path = releaseFilePath(manifest, file);
      return [path, ...(brotli ? [`${path}.br`] : []), ...(gzip ? [`${path}.gz`] : [])];
    }),
  ]);

async function copiesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  return entries.flatMap((entry) => (entry.isFile() ? join(entry.parentPath, entry.name) : []));
}

/** @param folder where the copies lie */
export function mirrored(store: ReleaseStore, folder: string): Mirror {
  let hasRegistry = false;
  /** Copies of the set that was live until now. */
  let usedBefore: string[] = [];
  const fileOf = (path: string) => join(folder, path);

  const readRelease = async (path: string): Promise<Buffer> => {
    const copy = await readCopy(fileOf(path));
    if (copy) return copy;
    const bytes = await store.read(path);
    // A full disk must not keep a page from its visitor.
    await writeCopy(fileOf(path), bytes).catch(() => undefined);
    return bytes;
  };

  /** The last registry stands in for one that cannot be read at the start; later the last good set serves on. */
  const readRegistry = async (): Promise<Buffer> => {
    try {
      const bytes = await store.read(REGISTRY_FILE);
      await writeCopy(fileOf(REGISTRY_FILE), bytes).catch(() => undefined);
      hasRegistry = true;
      return bytes;
    } catch (error) {
      const copy = hasRegistry ? undefined : await readCopy(fileOf(REGISTRY_FILE));
      if (!copy) throw error;
      hasRegistry = true;
      return copy;
    }
  };

  return {
    ...store,
    async read(path) {
      if (path === REGISTRY_FILE) return readRegistry();
      return path.startsWith('history/') ? store.read(path) : readRelease(path);
    },
    async keep(set) {
      const paths = pathsOf(set);
      const waiting = paths.values();
      const worker = async () => {
        for (const path of waiting) await readRelease(path);
      };
      await Promise.all(Array.from({ length: AT_ONCE }, worker));
      const used = [...paths, REGISTRY_FILE].map(fileOf);
      await removeUnused(await copiesIn(folder), new Set([...used, ...usedBefore]));
      usedBefore = used;
    },
  };
}
