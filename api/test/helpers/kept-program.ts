import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { MIGRATIONS_DIR, PACKAGE_DIR, SAMPLE_POSTS_DIR } from '../../src/settings/paths';

const KEPT = path.join(PACKAGE_DIR, 'kept');
const JOURNAL = path.join('meta', '_journal.json');

interface Journal {
  entries: { tag: string }[];
}

const journal = (): Journal => JSON.parse(readFileSync(path.join(MIGRATIONS_DIR, JOURNAL), 'utf8')) as Journal;

/** Names of all migrations, in their order. */
export const migrationTags = (): string[] => journal().entries.map(({ tag }) => tag);

/** The APIs of before that are kept, each named after the newest migration that it knows. */
export const keptTags = (): string[] =>
  readdirSync(KEPT)
    .map((file) => path.basename(file, '.mjs.br'))
    .sort();

/**
 * Lays a kept API out as a package with the migrations of its time, below this package, where its dependencies are found.
 * @returns its program, and what takes it away again
 */
export function unpackProgram(tag: string): { program: string; remove(): void } {
  const folder = path.join(PACKAGE_DIR, 'dist', `kept-${process.pid}`);
  const all = journal();
  const known = all.entries.slice(0, all.entries.findIndex((entry) => entry.tag === tag) + 1);
  mkdirSync(path.join(folder, 'migrations', 'meta'), { recursive: true });
  for (const { tag: name } of known)
    cpSync(path.join(MIGRATIONS_DIR, `${name}.sql`), path.join(folder, 'migrations', `${name}.sql`));
  writeFileSync(path.join(folder, 'migrations', JOURNAL), JSON.stringify({ ...all, entries: known }));
  cpSync(SAMPLE_POSTS_DIR, path.join(folder, 'content', 'posts'), { recursive: true });
  writeFileSync(path.join(folder, 'package.json'), '{ "name": "api", "type": "module" }');
  const program = path.join(folder, 'server.mjs');
  writeFileSync(program, brotliDecompressSync(readFileSync(path.join(KEPT, `${tag}.mjs.br`))));
  return { program, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
