import { releaseFilePath } from '@wholepage/contracts/release';
import { readRelease, readReleaseFile } from '@wholepage/releases/manifest';
import type { ReleaseStore } from '@wholepage/releases/store/store';
import type { ReadableRelease } from '../check';

/** A release of a store. @throws ReleaseError when there is none, or it does not hold */
export async function readable(store: ReleaseStore, app: string, version: string): Promise<ReadableRelease> {
  const { manifest } = await readRelease(store, app, version);
  return {
    manifest,
    bytes: (file) => readReleaseFile(store, manifest, file),
    packed: (file, ending) => store.read(releaseFilePath(manifest, file) + ending),
  };
}
