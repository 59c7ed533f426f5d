import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Out, toFolder } from './core/write';

/** Every folder that makes pictures; each holds a `make.ts` that exports `make(out)`. */
const folders = [
  'garments',
  'furnishings',
  'merchandise',
  'scenes',
  'badges',
  'marks',
  'maps',
  'site',
  'covers',
  'reels',
];

/** Makes the pictures of the named folders (all without names) byte for byte as before. */
export async function makeAll(out: Out, only: readonly string[] = folders): Promise<void> {
  for (const folder of only) {
    const file = join(import.meta.dirname, folder, 'make.ts');
    if (!existsSync(file)) continue;
    const part: { make: (out: Out) => Promise<void> } = await import(pathToFileURL(file).href);
    await part.make(out);
    console.log(`made ${folder}`);
  }
}

if (process.argv[1] === import.meta.filename) {
  const only = process.argv.slice(2);
  await makeAll(toFolder(join(import.meta.dirname, '../pictures')), only.length > 0 ? only : folders);
}
