import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { CHECKS } from '../../gate/run-gate';
import { ROOT } from '../../paths';

/** Pages for developers: neither texts of a site nor change lists. */
const pages = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((page) => !/\/(content|template|templates)\/|CHANGELOG\.md$/.test(page) && existsSync(join(ROOT, page)));
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

it('docs/sites.md lists each option of a site', () => {
  const [, definition = ''] = read('platform/contracts/src/site.ts').split('export interface SiteDefinition');
  const options = [...definition.matchAll(/^ {2}(\w+)\??[:(]/gm)].map(([, name]) => name);
  const [, page = ''] = read('docs/sites.md').split('| option | what |');
  const listed = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
  expect(options.length).toBeGreaterThan(20);
  expect(listed.sort()).toEqual(options.sort());
});

it('docs/release.md says what each check of the gate holds, in its order', () => {
  const rows = [...read('docs/release.md').matchAll(/^\| `[\w-]+` \| .* \|$/gm)].map(([row]) => row);
  expect(rows).toEqual(CHECKS.map(({ name, holds }) => `| \`${name}\` | ${holds} |`));
});

describe('the ways through the code', () => {
  const [, ways = ''] = read('docs/architecture.md').split('## Five ways through the code');
  const tables = ways.split('\n### ').slice(1);

  it('are five', () => expect(tables).toHaveLength(5));

  it.each(tables.map((table) => [table.split('\n')[0], table] as const))(
    '%s has at most five files',
    (_name, table) => {
      const files = [...table.matchAll(/^\| \d \| `([^`]+)` \|/gm)].map(([, file = '']) => file);
      expect(files).toHaveLength(5);
      expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
    },
  );
});
