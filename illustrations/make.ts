import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Out, toFolder } from './core/write';

/** Every folder that makes pictures; each holds a `make.ts` that exports `make(out)`. */
const folders = [
  'garments',
  'flats',
  'cloth',
  'furnishings',
  'products',
  'merchandise',
  'scenes',
  'badges',
  'marks',
  'maps',
  'site',
  'covers',
  'reels',
];

/** Makes the pictures of the named folders byte for byte as before. */
async function make(out: Out, only: readonly string[]): Promise<void> {
  for (const folder of only) {
    const file = pathToFileURL(join(import.meta.dirname, folder, 'make.ts'));
    const part: { make: (out: Out) => Promise<void> } = await import(file.href);
    await part.make(out);
    console.log(`made ${folder}`);
  }
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !folders.includes(name));
if (unknown.length > 0) {
  // `--help` ends here, too: what there is to make is all there is to say.
  console.error(`Name folders of pictures to make, or none for all: npm run pictures ${folders.join(' ')}`);
  process.exit(asked.includes('--help') ? 0 : 1);
}
await make(toFolder(join(import.meta.dirname, '../shared-ui/pictures')), asked.length > 0 ? asked : folders);
