import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { messageOf, StartError } from './errors';

/** Folder by folder: Node's own recursive `mkdir` never returns for a place like /proc/x, where nobody may make any. */
const makeFolder = async (folder: string): Promise<void> => {
  const known = await stat(folder).catch(() => undefined);
  if (known?.isDirectory()) return;
  if (path.dirname(folder) !== folder) await makeFolder(path.dirname(folder));
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    // Another start was faster. A file in its place is found out by the probe.
    if (error.code !== 'EEXIST') throw error;
  });
};

/** @throws when nothing can be written into the folder */
export async function probeFolder(folder: string): Promise<void> {
  const probe = path.join(folder, `.probe-${randomUUID()}`);
  await writeFile(probe, 'x');
  await rm(probe);
}

/** Makes the data folder. @throws StartError when it cannot be used */
export async function prepareDataDir(dataDir: string): Promise<void> {
  try {
    await makeFolder(dataDir);
    await probeFolder(dataDir);
  } catch (error) {
    throw new StartError(
      `DATA_DIR ${dataDir} cannot be written (${messageOf(error)}); make it writable or choose another folder.`,
    );
  }
}
