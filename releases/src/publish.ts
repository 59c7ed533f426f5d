import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { releaseFilePath } from 'contracts/release';
import type { AppName } from 'contracts/version';
import { z } from 'zod';
import { ReleaseError } from './errors';
import { integrityOf } from './integrity';
import { MANIFEST } from './manifest';
import { environmentTrust } from './settings';
import { openWritableStore } from './store/open-store';
import type { WritableStore } from './store/store';
import type { Trust } from './trust/trust';

/** As many files as a distant store takes at a time without complaint. */
const AT_ONCE = 16;

const listedSchema = z.object({
  files: z.record(z.string(), z.object({ brotli: z.number().optional(), gzip: z.number().optional() })),
});

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

/** Content-addressed files of a release, compressed forms included. @throws ReleaseError when the manifest lists none */
function assetsOf(manifest: Buffer, source: string): string[] {
  try {
    const { files } = listedSchema.parse(JSON.parse(manifest.toString('utf8')));
    return Object.entries(files)
      .filter(([file]) => file.startsWith('assets/'))
      .flatMap(([file, { brotli, gzip }]) => [
        file,
        ...(brotli ? [`${file}.br`] : []),
        ...(gzip ? [`${file}.gz`] : []),
      ]);
  } catch (error) {
    throw new ReleaseError(`${join(source, MANIFEST)} is not a release manifest: build it anew.`, { cause: error });
  }
}

async function signed(trust: Trust, app: AppName, manifest: Buffer): Promise<Buffer> {
  const written = JSON.parse(manifest.toString('utf8')) as object;
  const signature = await trust.sign(app, written);
  return Buffer.from(`${JSON.stringify({ ...written, signature }, null, 1)}\n`);
}

/** What an earlier attempt left is replaced when it differs: without a manifest there is no release yet. */
async function write(store: WritableStore, path: string, bytes: Buffer): Promise<void> {
  if (await store.create(path, bytes)) return;
  const there = await store.find(path);
  if (there && integrityOf(there.bytes) !== integrityOf(bytes)) await store.replace(path, bytes, there.revision);
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<unknown>): Promise<void> {
  const waiting = items.values();
  const worker = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/**
 * Signs a built release and puts it into the store: its manifest last, for what has none is no release. A release is immutable: one
 * that is there is left as it is, and so are content-addressed files that an earlier one brought.
 * @param place the store, as RELEASES_URL names it
 * @param source folder with the built release; `assets` is beside it
 * @param trust signs it
 * @returns false when it was there already
 */
export async function publish(
  place: string,
  app: AppName,
  version: string,
  source: string,
  trust: Trust = environmentTrust(),
): Promise<boolean> {
  const store = openWritableStore(place, trust);
  const at = (file: string) => releaseFilePath({ app, version }, file);
  const manifest = await readFile(join(source, MANIFEST)).catch((cause: unknown) => {
    throw new ReleaseError(`${source} holds no built release: build it first (npm run build ${app}).`, { cause });
  });
  await inParallel(assetsOf(manifest, source), async (file) => {
    if (!(await store.revision(at(file)))) await store.create(at(file), await readFile(join(dirname(source), file)));
  });
  // One that is there may have lost files that were shared with releases pruned meanwhile: those it has again by now.
  if (await store.find(at(MANIFEST))) return false;
  const own = (await filesBelow(source)).filter((file) => file !== MANIFEST);
  await inParallel(own, async (file) => write(store, at(file), await readFile(join(source, file))));
  return store.create(at(MANIFEST), await signed(trust, app, manifest));
}
