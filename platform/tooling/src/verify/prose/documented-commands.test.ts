import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS } from '../../commands';
import { ROOT } from '../../paths';
import { writtenFiles } from './written-files';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const scripts = (JSON.parse(read('package.json')) as { scripts: Record<string, string> }).scripts;

const markdown = (folder: string): string[] =>
  readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name));

const texts = ['', 'docs', 'docs/decisions', 'docs/runbook', 'docs/shop', 'deploy'].flatMap(markdown);
const workflows = ['.github/workflows/check.yml', '.github/workflows/release.yml', '.gitlab-ci.yml'];

/** Commands of a package's own folder are its README's business. */
const ROOT_COMMAND = /(?<!&& )npm run ([a-z][\w:-]*)/g;

it.each([...texts, ...workflows])('every command of %s is there', (file) => {
  const named = [...read(file).matchAll(ROOT_COMMAND)].map(([, name = '']) => name);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

it('every command of the platform that a text or a message names is there', () => {
  const missing = writtenFiles(/\.(tsx?|mjs|md|ya?ml|json)$/, /CHANGELOG|pnpm-lock/).flatMap((file) =>
    [...read(file).matchAll(/npm run wholepage -- ([a-z]+(?: (?:remote|site|image))?)/g)].flatMap(([, name = '']) =>
      COMMANDS.includes(name) || COMMANDS.includes(name.split(' ')[0] ?? '') ? [] : [`${file}: ${name}`],
    ),
  );
  expect(missing).toEqual([]);
});
