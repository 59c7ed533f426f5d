import { copyFile, mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Packed, packPlatform, tarballsIn } from '../pack/pack-platform';
import { isPacked, ROOT } from '../paths';

/** Folder of a repository with the packages of the platform. */
export const TARBALLS = 'packages';

/**
 * Puts packages of the platform into a new repository: packed from these sources, or those that this repository has.
 * @param names of packages, such as `contracts`
 */
export async function bringTarballs(repository: string, names: readonly string[]): Promise<Packed[]> {
  const folder = join(repository, TARBALLS);
  await mkdir(folder, { recursive: true });
  if (!isPacked) return packPlatform(folder, names);
  const wanted = (await tarballsIn(join(ROOT, TARBALLS))).filter(({ name }) =>
    names.includes(name.split('/')[1] ?? ''),
  );
  for (const { file } of wanted) await copyFile(file, join(folder, basename(file)));
  return tarballsIn(folder);
}
