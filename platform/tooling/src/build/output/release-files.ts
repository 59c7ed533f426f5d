import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { ReleaseManifest } from '@wholepage/contracts/release';
import { integrityOf } from '@wholepage/releases/integrity';
import { type CompressedSizes, compressFile } from './compress';

const AT_ONCE = 4;

function* walk(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* walk(path);
    else yield path;
  }
}

/** Files that only servers read are sent to nobody. */
const isSent = (file: string): boolean => !file.startsWith('node/') && !file.endsWith('.map');

/**
 * Compresses what a build put out, and says of each file what it weighs and how its bytes are known.
 * @param dist where the app's earlier builds lie
 * @param compress false where nobody waits for the network
 */
export async function describeFiles(
  outDir: string,
  dist: string,
  compress: boolean,
): Promise<ReleaseManifest['files']> {
  const paths = [...walk(outDir)].sort();
  const waiting = paths.entries();
  const found: [string, ReleaseManifest['files'][string]][] = [];
  const worker = async () => {
    for (const [index, path] of waiting) {
      const file = relative(outDir, path).split(sep).join('/');
      const kept = file.startsWith('assets/') ? join(dist, file) : undefined;
      const sizes: CompressedSizes = compress && isSent(file) ? await compressFile(path, kept) : {};
      const bytes = readFileSync(path);
      found[index] = [file, { integrity: integrityOf(bytes), bytes: bytes.length, ...sizes }];
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return Object.fromEntries(found);
}
