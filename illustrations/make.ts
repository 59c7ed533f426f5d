import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runCommand } from '../platform/tooling/src/run/command';
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
  'brochures',
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

/** What is made apart: pictures of the documentation and of the running site, and the typefaces. */
const elsewhere: Readonly<Record<string, () => Promise<void>>> = {
  diagrams: async () =>
    runCommand(
      'npm run pictures -- diagrams   draws docs/pictures/*.svg from the text beside them and from bench/results',
      (await import('./diagrams')).drawDiagrams,
    ),
  fonts: async () => (await import('./fonts')).makeFonts(),
  shots: async () =>
    runCommand(
      'npm run pictures -- shots [name…]   pictures of pages and components, at three widths',
      (await import('../platform/tooling/src/shots/shots')).shots,
    ),
};

const other = elsewhere[process.argv[2] ?? ''];
if (other) {
  process.argv.splice(2, 1);
  await other();
  process.exit(process.exitCode);
}

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !folders.includes(name));
if (unknown.length > 0) {
  // `--help` ends here, too: what there is to make is all there is to say.
  console.error(
    `Name folders of pictures to make, or none for all: npm run pictures ${folders.join(' ')}; -- diagrams and -- shots have words of their own`,
  );
  process.exit(asked.includes('--help') ? 0 : 1);
}
await make(toFolder(join(import.meta.dirname, '../shared-ui/pictures')), asked.length > 0 ? asked : folders);
