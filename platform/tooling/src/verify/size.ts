import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { filesBelow, ROOT, readPackage } from '../paths';

/*
 * The amount of source to read. The limits only ever fall. A change that adds to one room takes away in another, or
 * says why the project needs more.
 */

/**
 * Most source lines, files and scraps of the whole, scripts of the root and words of docs/. A scrap has fewer than
 * sixty lines and one file that imports it.
 */
const LIMITS = { lines: 93_000, files: 823, scraps: 30, scripts: 12, words: 30_000 } as const;

const SCRAP_LINES = 60;
const SOURCE = /\.(ts|tsx|mts|js|jsx|mjs|cjs|css|sql|sh)$/;
const TEST = /\.(test|spec)\.|\/tests?\/|^e2e\/|\/testing\/|\/fixtures?\//;
/** Programs of pictures, examples and templates have other readers; migrations are never edited. */
const APART = /^(illustrations|examples)\/|\/templates?\/|\/migrations\//;
const IMPORT = /(?:from|import)\s*\(?\s*['"](\.[^'"]+)['"]/g;
const ENDINGS = ['', '.ts', '.tsx', '.mts', '.mjs', '.js', '/index.ts', '/index.tsx'];

interface Size {
  lines: number;
  files: number;
  scraps: string[];
}

/** Counts the sources of the repository, by room: a package of the platform, else a folder of the root. */
export function sizesByRoom(root = ROOT): Map<string, Size> {
  const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8', maxBuffer: 1e8 })
    .split('\n')
    .filter((file) => SOURCE.test(file) && !APART.test(file) && !TEST.test(file) && existsSync(join(root, file)));
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const linesOf = (file: string): number => (texts.get(file) ?? '').split('\n').length - 1;
  const importers = new Map<string, Set<string>>();
  for (const [file, text] of texts)
    for (const [, path = ''] of text.matchAll(IMPORT)) {
      const base = normalize(join(dirname(file), path));
      const imported = ENDINGS.map((ending) => base + ending).find((one) => texts.has(one));
      if (imported && imported !== file) importers.set(imported, (importers.get(imported) ?? new Set()).add(file));
    }
  const rooms = new Map<string, Size>();
  for (const file of files) {
    const [first = '', second = ''] = file.split('/');
    const room = first === 'platform' ? `${first}/${second}` : file.includes('/') ? first : '(root)';
    const size = rooms.get(room) ?? { lines: 0, files: 0, scraps: [] };
    size.lines += linesOf(file);
    size.files += 1;
    if (importers.get(file)?.size === 1 && linesOf(file) < SCRAP_LINES && !file.endsWith('.css'))
      size.scraps.push(file);
    rooms.set(room, size);
  }
  return rooms;
}

/** The root's scripts for people: npm runs `postinstall` by itself. */
const rootScripts = (): string[] =>
  Object.keys(readPackage(ROOT).scripts ?? {}).filter((name) => name !== 'postinstall');

/** Counts the words of the documentation, with the decisions. */
const wordsOf = (folder: string): number =>
  filesBelow(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .flatMap((name) => readFileSync(join(ROOT, folder, name), 'utf8').match(/\S+/g) ?? []).length;

/** Prints the table. @throws Error in one sentence when a limit is exceeded */
export function checkSize(): void {
  const rooms = [...sizesByRoom()].sort(([, one], [, other]) => other.lines - one.lines);
  const total = { lines: 0, files: 0, scraps: 0, scripts: rootScripts().length, words: wordsOf('docs') };
  console.log(`  ${'room'.padEnd(22)} ${'lines'.padStart(7)} ${'files'.padStart(6)} ${'scraps'.padStart(7)}`);
  for (const [room, { lines, files, scraps }] of rooms) {
    total.lines += lines;
    total.files += files;
    total.scraps += scraps.length;
    console.log(`  ${room.padEnd(22)} ${row(lines, files, scraps.length)}`);
  }
  console.log(`  ${'all'.padEnd(22)} ${row(total.lines, total.files, total.scraps)}`);
  console.log(`  ${total.scripts} scripts in the root, ${total.words} words in docs/`);
  const passed = (Object.keys(LIMITS) as (keyof typeof LIMITS)[]).filter((what) => total[what] > LIMITS[what]);
  if (passed.length > 0)
    throw new Error(
      `More ${passed.join(' and ')} than ${passed.map((what) => LIMITS[what]).join(' and ')}: take some away, or raise the limit in platform/tooling/src/verify/size.ts and say why in the commit.`,
    );
}

const row = (lines: number, files: number, scraps: number): string =>
  `${String(lines).padStart(7)} ${String(files).padStart(6)} ${String(scraps).padStart(7)}`;
