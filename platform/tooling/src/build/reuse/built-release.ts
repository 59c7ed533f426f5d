import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ReleaseManifest, releaseManifestSchema } from '@wholepage/contracts/release';
import type { AppName } from '@wholepage/contracts/version';
import { packageDir } from '../../paths';
import { builtVersion } from './build-records';
import { readLockfile } from './lockfile';

/** What versions of development builds end with. */
export const DEVELOPMENT = '.dev';

export interface BuiltRelease {
  manifest: ReleaseManifest;
  /** Folder with the release's files; those named by their content are in `assets` beside it. */
  dir: string;
  /** False when the folder was there already. */
  built: boolean;
}

/** The version that an app's `package.json` says: what a release's own begins with. */
export const packageVersion = (name: AppName): string =>
  (JSON.parse(readFileSync(join(packageDir(name), 'package.json'), 'utf8')) as { version: string }).version;

const readManifest = async (dir: string): Promise<ReleaseManifest> =>
  releaseManifestSchema.parse(JSON.parse(await readFile(join(dir, 'release.json'), 'utf8')));

/**
 * The release that the sources of an app make now, when it was built before under the version that its package has now. The
 * bundler is not needed to know that.
 */
export async function builtRelease(name: AppName, development = false): Promise<BuiltRelease | undefined> {
  const dist = join(packageDir(name), 'dist');
  const begin = `${packageVersion(name)}-`;
  const isOfKind = (version: string) => version.startsWith(begin) && version.endsWith(DEVELOPMENT) === development;
  const known = await builtVersion(dist, readLockfile(), isOfKind);
  const dir = known && join(dist, known);
  if (!dir || !existsSync(join(dir, 'release.json'))) return undefined;
  return { manifest: await readManifest(dir), dir, built: false };
}
