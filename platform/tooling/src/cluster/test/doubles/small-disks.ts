import { spawnSync } from 'node:child_process';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PlannedNode } from '../../cluster-plan';

/** Whose disks are small enough to be filled. The composer's holds a copy of the live releases. */
const MEGABYTES: Readonly<Record<string, number>> = { 'composer-3': 256, 'api-2': 32 };
const BLOCK = Buffer.alloc(1024 * 1024, 1);

export interface SmallDisks {
  /** False where nobody but root may mount any. */
  available: boolean;
  fill(): Promise<void>;
  free(): Promise<void>;
  remove(): void;
}

const mount = (folder: string, megabytes: number): boolean =>
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' }).status === 0;

const fillDisk = async (file: string): Promise<void> => {
  const handle = await open(file, 'w');
  try {
    for (;;) await handle.write(BLOCK);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
  } finally {
    await handle.close();
  }
};

/** Gives one composer and one API a disk of their own in memory. To be called before they start. */
export async function makeSmallDisks(nodes: readonly PlannedNode[]): Promise<SmallDisks> {
  const mounted: string[] = [];
  for (const { name, dataDir } of nodes) {
    const megabytes = MEGABYTES[name];
    if (megabytes === undefined) continue;
    await mkdir(dataDir, { recursive: true });
    if (mount(dataDir, megabytes)) mounted.push(dataDir);
  }
  const fillers = mounted.map((folder) => join(folder, 'fills-the-disk'));
  return {
    available: mounted.length === Object.keys(MEGABYTES).length,
    fill: async () => void (await Promise.all(fillers.map(fillDisk))),
    free: async () => void (await Promise.all(fillers.map((file) => rm(file, { force: true })))),
    remove: () => {
      for (const folder of mounted) spawnSync('umount', ['-l', folder], { stdio: 'ignore' });
    },
  };
}
