import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../paths';

const pagesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory()
      ? pagesIn(join(folder, entry.name))
      : entry.name.endsWith('.md')
        ? [join(folder, entry.name)]
        : [],
  );

const pages = ['README.md', 'CONTRIBUTING.md', ...pagesIn('docs')];
const read = (page: string) => readFileSync(join(ROOT, page), 'utf8');

it.each(pages)('every link of %s leads to a file', (page) => {
  const links = [...read(page).matchAll(/\]\((?!https?:)([^)#\s]+)(?:#[\w-]*)?\)/g)].map(([, link = '']) => link);
  expect(links.filter((link) => !existsSync(join(ROOT, dirname(page), link)))).toEqual([]);
});

it('every folder in the README is there', () => {
  const cells = [...read('README.md').matchAll(/^\| ((?:`[\w/-]+\/`,? ?)+) \|/gm)].map(([, cell = '']) => cell);
  const folders = cells.flatMap((cell) => cell.match(/[\w-]+(?:\/[\w-]+)*\//g) ?? []);
  expect(folders.length).toBeGreaterThan(20);
  expect(folders.filter((folder) => !existsSync(join(ROOT, folder)))).toEqual([]);
});

describe('the ways through the code', () => {
  const [, ways = ''] = read('docs/architecture.md').split('## Four ways through the code');
  const tables = ways.split('\n### ').slice(1);

  it.each(tables.map((table) => [table.split('\n')[0], table] as const))(
    '%s has at most five files',
    (_name, table) => {
      const files = [...table.matchAll(/^\| \d \| `([^`]+)` \|/gm)].map(([, file = '']) => file);
      expect(files).toHaveLength(5);
      expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    },
  );
});
