import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { StartError } from '../../errors';
import type { FileStore } from '../../files/file-store';
import { UPLOADS } from '../../files/folders';

const copyOut = async (files: FileStore, stored: string, target: string): Promise<void> => {
  const found = await files.read(`${UPLOADS}/${stored}`);
  if (!found) throw new StartError(`${files.locate(`${UPLOADS}/${stored}`)} is not there.`);
  await pipeline(found.stream, createWriteStream(target, { mode: 0o600 }));
};

/** Copies uploads into a folder, each named by its lead. @throws StartError when one is not there */
export async function copyFiles(
  files: FileStore,
  rows: readonly { lead: string; stored: string }[],
  folder: string,
): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const row of rows) await copyOut(files, row.stored, path.join(folder, `${row.lead.slice(0, 8)}-${row.stored}`));
}
