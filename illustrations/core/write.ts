import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Takes one finished picture; `file` is relative to the pictures folder. */
export type Out = (file: string, bytes: string | Uint8Array) => Promise<void>;

/** Writes pictures below `folder`, which is made as needed. */
export const toFolder =
  (folder: string): Out =>
  async (file, bytes) => {
    const target = join(folder, file);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, bytes);
  };
