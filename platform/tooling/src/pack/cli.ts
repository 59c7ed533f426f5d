import { resolve } from 'node:path';
import { UsageError } from '../run/command';
import { packPlatform } from './pack-platform';

/** `wholepage pack DIR [package…]`: packs these packages of the platform, or all, for npm; a path names the folder of another. */
export async function pack([dir, ...more]: readonly string[]): Promise<void> {
  if (!dir) throw new UsageError('Where to? Name a folder for the tarballs.');
  // npm runs commands in the folder of package.json; who calls from elsewhere means the folder that they are in.
  const outDir = resolve(process.env['INIT_CWD'] ?? '.', dir);
  const packed = await packPlatform(outDir, more.length > 0 ? more : undefined);
  for (const { name, version, file } of packed) console.log(`${name} ${version}: ${file}`);
}
