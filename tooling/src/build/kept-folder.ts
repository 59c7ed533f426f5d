import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

/** Says of what was written into a folder that it is whole. One that has grown too large is not kept. */
export async function sealFolder(folder: string, largestBytes: number): Promise<void> {
  const { checksums, bytes } = await read(folder);
  if (bytes > largestBytes) await rm(folder, { recursive: true, force: true });
  else await writeFile(join(folder, CHECKSUMS), checksums);
}

/** Removes a folder that is not, to the byte, what {@link sealFolder} saw: half written, damaged, or of two writers. */
export async function removeUnlessSound(folder: string): Promise<void> {
  const isSound = await Promise.all([read(folder), readFile(join(folder, CHECKSUMS), 'utf8')]).then(
    ([{ checksums }, sealed]) => checksums === sealed,
    () => false,
  );
  if (!isSound) await rm(folder, { recursive: true, force: true });
}
