import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { releaseFilePath, releaseManifestSchema } from '@wholepage/contracts/release';
import type { AppName } from '@wholepage/contracts/version';
import { boundedMap } from '../bounded-map';
import { ReleaseError } from '../errors';
import { environmentTrust, privateStorePlace, releaseCommit } from '../settings';
import { openWritableStore } from '../store/open-store';
import type { WritableStore } from '../store/store';
import { claimsOf } from '../trust/claims';
import type { Trust } from '../trust/trust';
import { assetsOf, filesBelow } from './built-files';
import { integrityOf } from './integrity';
import { MANIFEST, parseManifest } from './manifest';
import { keepSourceMaps } from './source-maps';

/** As many files as a distant store takes at a time without complaint. */
const AT_ONCE = 16;

const commitSchema = releaseManifestSchema.shape.commit;

/** @throws ReleaseError when RELEASE_COMMIT is not a commit */
function commitOf(): { commit?: string } {
  const { success, data } = commitSchema.safeParse(releaseCommit());
  if (!success) throw new ReleaseError('RELEASE_COMMIT is not usable: give the id of a commit, or its https address.');
  return data ? { commit: data } : {};
}

async function signed(trust: Trust, app: AppName, manifest: Buffer): Promise<Buffer> {
  const written = { ...(JSON.parse(manifest.toString('utf8')) as object), ...commitOf() };
  const signature = await trust.sign(app, written);
  return Buffer.from(`${JSON.stringify({ ...written, signature }, null, 1)}\n`);
}

/** Writes files, and takes away what it added when one cannot be written: nothing is left half done. */
class Writer {
  private readonly added: string[] = [];
  private readonly underWay = new Set<Promise<boolean>>();
  private isOver = false;

  constructor(private readonly store: WritableStore) {}

  async create(path: string, bytes: Buffer): Promise<boolean> {
    // Others are at work while one fails: what they bring later would stay.
    if (this.isOver) return false;
    const creating = this.store.create(path, bytes);
    this.underWay.add(creating);
    const isNew = await creating;
    if (isNew) this.added.push(path);
    return isNew;
  }

  /** What an earlier attempt left is replaced when it differs: without a manifest there is no release yet. */
  async write(path: string, bytes: Buffer): Promise<void> {
    if (await this.create(path, bytes)) return;
    const there = await this.store.find(path);
    if (there && integrityOf(there.bytes) !== integrityOf(bytes)) await this.store.replace(path, bytes, there.revision);
  }

  async undo(): Promise<void> {
    this.isOver = true;
    await Promise.allSettled(this.underWay);
    for (const path of this.added) await this.store.remove(path).catch(() => undefined);
  }
}

/**
 * Signs a built release and puts it into the store: its manifest last, for what has none is not a release. A release is immutable: one
 * that is there is left as it is, and so are content-addressed files that an earlier one brought.
 * @param place the store, as RELEASES_URL names it
 * @param source folder with the built release; `assets` is beside it
 * @param trust signs it
 * @param privatePlace the store that gets its source maps, as PRIVATE_STORE_URL names it
 * @throws ReleaseError when it claims what is another app's, or the store cannot be written
 * @returns false when it was there already
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
  const manifest = await readFile(join(source, MANIFEST)).catch((cause: unknown) => {
    throw new ReleaseError(`${source} holds no built release: build it first (npm run build ${app}).`, { cause });
  });
  const claims = claimsOf(parseManifest(join(source, MANIFEST), JSON.parse(manifest.toString('utf8'))));
  trust.claimsCheck()({ app, version, claims });
  const writer = new Writer(store);
  try {
    await boundedMap(assetsOf(manifest, source), AT_ONCE, async (file) => {
      if (!(await store.revision(at(file)))) await writer.create(at(file), await readFile(join(dirname(source), file)));
    });
    // One that is there may have lost files that were shared with releases pruned meanwhile: those it has again by now.
    if (await store.find(at(MANIFEST))) return false;
    await keepSourceMaps(privatePlace, app, manifest, source, trust);
    const own = (await filesBelow(source)).filter((file) => file !== MANIFEST);
    await boundedMap(own, AT_ONCE, async (file) => writer.write(at(file), await readFile(join(source, file))));
    return await store.create(at(MANIFEST), await signed(trust, app, manifest));
  } catch (error) {
    await writer.undo();
    throw error;
  }
}
