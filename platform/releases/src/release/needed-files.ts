import { type ReleaseManifest, releaseFilePath, releaseManifestSchema } from '@wholepage/contracts/release';
import type { AppName } from '@wholepage/contracts/version';
import { ReleaseError } from '../errors';
import type { WritableStore } from '../store/store';
import { MANIFEST } from './manifest';

/** @throws ReleaseError: without the manifest nobody knows which files it needs */
export async function manifestOf(
  store: WritableStore,
  app: AppName,
  version: string,
): Promise<ReleaseManifest | undefined> {
  const found = await store.find(`${app}/${version}/${MANIFEST}`);
  if (!found) return undefined;
  try {
    return releaseManifestSchema.parse(JSON.parse(found.bytes.toString('utf8')));
  } catch (error) {
    throw new ReleaseError(
      `${app}/${version}/${MANIFEST} cannot be read, so nobody knows which files it needs: nothing of ${app} is removed. Remove that folder, or restore it.`,
      { cause: error },
    );
  }
}

/** Files of a release in the store, compressed forms included. */
export const filesOf = (manifest: ReleaseManifest): string[] =>
  Object.keys(manifest.files).flatMap((file) => {
    const path = releaseFilePath(manifest, file);
    return [path, `${path}.br`, `${path}.gz`];
  });
