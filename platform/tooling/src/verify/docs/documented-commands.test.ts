import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { COMMANDS, COMMANDS_OF_SITES, runWholepage } from '../../commands';
import { siteScripts } from '../../new-site/new-site';
import { ROOT } from '../../paths';
import { read, writtenFiles } from '../../testing/written-files';

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
  // The tutorial is followed in a new site.
  const known = file === 'docs/tutorial.md' ? siteScripts() : scripts;
  expect(named.filter((name) => !(name in known))).toEqual([]);
});

it('every command of the platform that a text or a message names is there', () => {
  const missing = writtenFiles(/\.(tsx?|mjs|md|ya?ml|json)$/, /CHANGELOG|pnpm-lock/).flatMap((file) =>
    [...read(file).matchAll(/npm run wholepage -- ([a-z]+(?: (?:remote|site|image|files))?)/g)].flatMap(
      ([, name = '']) =>
        COMMANDS.includes(name) || COMMANDS.includes(name.split(' ')[0] ?? '') ? [] : [`${file}: ${name}`],
    ),
  );
  expect(missing).toEqual([]);
});

/** What the packed platform says to people, without comments. */
const said = (file: string): string =>
  read(file)
    .split('\n')
    .filter((line) => !/^\s*(\*|\/\/|\/\*)/.test(line))
    .join('\n');

it('every command that a message of the platform names is there in a new site', () => {
  // Each remote has a script `standalone` of its own.
  const own = [...Object.keys(siteScripts()), 'standalone'];
  const files = writtenFiles(
    /^platform\/.*\/(src|cli|templates|template)\/.*\.(tsx?|mjs|md|ya?ml)$|templates\/.*\/\.ci\//,
    /\.test\.|testing\/|tooling\/src\/(cluster|verify|diagrams|shots)\/|with-staff-tables/,
  );
  expect(files.length).toBeGreaterThan(300);
  const missing = files.flatMap((file) =>
    [
      ...said(file).matchAll(/npm run (wholepage -- )?([a-z][a-z-]*(?: (?:remote|site|image|files))?)(.{0,40})/g),
    ].flatMap(([whole, platform, name = '', more = '']) => {
      const first = name.split(' ')[0] ?? '';
      const isThere = platform
        ? COMMANDS_OF_SITES.includes(name) || COMMANDS_OF_SITES.includes(first)
        : own.includes(first);
      return isThere || more.includes("in the platform's repository") ? [] : [`${file}: ${whole}`];
    }),
  );
  expect(missing).toEqual([]);
});

it('docs/commands.md shows what npm run wholepage prints', async () => {
  let printed = '';
  const write = jest.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text;
    return true;
  });
  await runWholepage([]);
  write.mockRestore();
  expect(printed).toContain('release');
  const oneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
  const [, commands = ''] = printed.split(/^(?=Build and run:)/m);
  expect(oneLine(read('docs/commands.md'))).toContain(oneLine(commands));
});
