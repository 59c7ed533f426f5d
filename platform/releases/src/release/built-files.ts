import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import * as z from 'zod';
import { ReleaseError } from '../errors';
import { MANIFEST } from './manifest';

const listedSchema = z.object({
  files: z.record(z.string(), z.object({ brotli: z.number().optional(), gzip: z.number().optional() })),
});

/** Every file below a folder, relative to it, with slashes. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
}

/** Content-addressed files of a release, compressed forms included. @throws ReleaseError when the manifest lists none */
export function assetsOf(manifest: Buffer, source: string): string[] {
  try {
    const { files } = listedSchema.parse(JSON.parse(manifest.toString('utf8')));
    return Object.entries(files)
      .filter(([file]) => file.startsWith('assets/'))
      .flatMap(([file, { brotli, gzip }]) => [
        file,
        ...(brotli ? [`${file}.br`] : []),
        ...(gzip ? [`${file}.gz`] : []),
      ]);
  } catch (error) {
    throw new ReleaseError(`${join(source, MANIFEST)} is not a release manifest: build it again.`, { cause: error });
  }
}
