import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../../paths';

const TIMEOUT_MS = 180_000;
const run = promisify(execFile);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'docs-'));
  // A broken link ends the build with code 1.
  await run('npm', ['run', 'wholepage', '--', 'docs', 'build', '--out', folder], { cwd: ROOT });
}, TIMEOUT_MS);
afterAll(() => rm(folder, { recursive: true, force: true }));

const page = (name: string): string => readFileSync(join(folder, name), 'utf8');

it('has every page of docs/, and those that they link to', () => {
  const pages = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md') && name !== 'README.md');
  expect(pages.filter((name) => !existsSync(join(folder, name.replace(/\.md$/, '.html'))))).toEqual([]);
  expect(page('index.html')).toContain('href="/tutorial.html"');
  expect(page('index.html')).toContain('href="/deploy/"');
});

it('shows the text of files that pages name', () => {
  const [, file = ''] = /href="\/(files\/bench\/results\/[^"]+)"/.exec(page('performance.html')) ?? [];
  expect(JSON.parse(page(file))).toBeTruthy();
});

it('is searched without another server', () => {
  const chunks = readdirSync(join(folder, 'assets'), { recursive: true }) as string[];
  const index = chunks.find((name) => name.includes('localSearchIndex')) ?? '';
  expect(readFileSync(join(folder, 'assets', index), 'utf8')).toContain('canary');
});

it('leads by each link to a part of a page that is there', () => {
  const names = (readdirSync(folder, { recursive: true }) as string[]).filter((name) => name.endsWith('.html'));
  const pages = new Map(names.map((name) => [name, page(name)]));
  const lost = [...pages].flatMap(([name, html]) =>
    [...html.matchAll(/ href="(\/[^"#]*)?#([^"]+)"/g)].flatMap(([, path = `/${name}`, part = '']) => {
      const there = pages.get(path.replace(/\/$/, '/index.html').slice(1));
      return there?.includes(` id="${part}"`) ? [] : [`${name}: ${path}#${part}`];
    }),
  );
  expect(lost).toEqual([]);
});
