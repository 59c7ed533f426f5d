import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { crc32 } from 'node:zlib';

/** Beside what it describes: the checksum of each file. */
const CHECKSUMS = 'checksums.json';

/** Checksums of a folder's files, and what they weigh together. */
async function read(folder: string): Promise<{ checksums: string; bytes: number }> {
  const names = (await readdir(folder)).filter((name) => name !== CHECKSUMS).sort();
  let bytes = 0;
  const checksums: [string, number][] = [];
  for (const name of names) {
    const content = await readFile(join(folder, name));
    bytes += content.length;
    checksums.push([name, crc32(content)]);
  }
  return { checksums: JSON.stringify(checksums), bytes };
}

/** Beside a folder: the process that is about to write into it. */
const claimOn = (folder: string): string => `${folder}.writer`;

/** Lets who wants to read a folder wait until {@link sealFolder}. */
export async function claimFolder(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  await writeFile(claimOn(folder), String(process.pid));
}

/** Says of what was written into a folder that it is whole. One that has grown too large is not kept. */
export async function sealFolder(folder: string, largestBytes: number): Promise<void> {
  const { checksums, bytes } = await read(folder);
  if (bytes > largestBytes) await rm(folder, { recursive: true, force: true });
  else await writeFile(join(folder, CHECKSUMS), checksums);
  await rm(claimOn(folder), { force: true });
}

const POLL_MS = 50;
/** Longer than anything takes to be written: another process may have the number of one that died. */
const PATIENCE_MS = 15_000;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Waits for another process that is writing into a folder, as long as it lives. @param pause between two looks */
export async function untilWritten(folder: string, pause: () => Promise<void> = () => wait(POLL_MS)): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const writer = Number(await readFile(claimOn(folder), 'utf8').catch(() => ''));
    if (!writer || writer === process.pid || !isAlive(writer)) return;
    await pause();
  }
}

/** Removes a folder that is not, to the byte, what {@link sealFolder} saw: half written, damaged, or of two writers. */
export async function removeUnlessSound(folder: string): Promise<void> {
  const isSound = await Promise.all([read(folder), readFile(join(folder, CHECKSUMS), 'utf8')]).then(
    ([{ checksums }, sealed]) => checksums === sealed,
    () => false,
  );
  if (!isSound) await rm(folder, { recursive: true, force: true });
}
