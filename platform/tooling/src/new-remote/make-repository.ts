import { mkdir, readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { UsageError } from '../run/command';
import { linkPackages } from './link-packages';
import { packPackages } from './pack-packages';
import type { RemotePlan } from './plan-remote';
import { writeRepositoryFiles } from './repository-files';
import { writeRemote } from './write-remote';

/** @throws UsageError unless the folder is new or empty */
async function takeFolder(folder: string): Promise<void> {
  const there = await readdir(folder).catch(() => []);
  if (there.length > 0) throw new UsageError(`${folder} is not empty; name a folder that is new.`);
  await mkdir(folder, { recursive: true }).catch(() => {
    throw new UsageError(`${folder} cannot be made; name another folder.`);
  });
}

/**
 * Makes a remote in a repository of its own, whole or not at all.
 * @param out its folder, relative to where the command runs
 * @returns the folder
 * @throws UsageError when the folder is not to be had
 */
export async function makeRepository(plan: RemotePlan, out: string): Promise<string> {
  const folder = resolve(out);
  await takeFolder(folder);
  try {
    await packPackages(folder);
    await writeRepositoryFiles(folder, plan);
    await writeRemote(plan, join(folder, plan.name));
    // The first command there installs what is noted.
    await linkPackages(folder, '--lockfile-only');
    return folder;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
