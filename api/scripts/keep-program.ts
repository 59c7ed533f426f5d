import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';
import { build } from 'esbuild';
import { PROGRAM, pathOf } from './build-options';

/**
 * Keeps this API, as it is before the next migration, named after its newest one: `test/kept-programs.test.ts` lets it run on
 * what comes. See docs/decisions/0057.
 */
const { entries } = JSON.parse(await readFile(pathOf('migrations/meta/_journal.json'), 'utf8')) as {
  entries: { tag: string }[];
};
const file = pathOf(`kept/${entries.at(-1)?.tag}.mjs.br`);
const { outputFiles } = await build({ ...PROGRAM, minify: true, write: false });
await mkdir(pathOf('kept'), { recursive: true });
await writeFile(file, brotliCompressSync(outputFiles[0]?.contents ?? ''));
console.log(`The API before the next migration is kept: ${file}. Commit it with the migration.`);
