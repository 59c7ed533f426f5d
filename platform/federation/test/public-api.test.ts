import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGE = join(__dirname, '..');
const read = (file: string): string => readFileSync(join(PACKAGE, file), 'utf8');

const { name, exports: sources } = JSON.parse(read('package.json')) as {
  name: string;
  exports: Record<string, string>;
};
const readme = read('README.md');

/** Files that the plugins put into builds. The README names them in a sentence, not in its table. */
const FOR_BUILDS = /^\.\/federation-(start|scopes|host)$/;
const EXPORTED = /^export (?:async )?(?:const|function|class) (\w+)/gm;

test.each(Object.entries(sources))('the README names %s and all that it gives', (path, source) => {
  if (FOR_BUILDS.test(path)) return expect(readme).toContain(`\`${path.slice(2)}\``);
  const row = readme.split('\n').find((line) => line.includes(`| \`${path.replace('.', name)}\` |`)) ?? '';
  for (const [, given = ''] of read(source).matchAll(EXPORTED)) expect(row).toMatch(new RegExp(`\`${given}\\b`));
  expect(row).not.toBe('');
});

test('what the README names can be imported', () => {
  const named = [...readme.matchAll(new RegExp(`${name}/([\\w/-]+)`, 'g'))].map(([, path]) => `./${path}`);
  expect(named.filter((path) => !(path in sources))).toEqual([]);
});

const UNDOCUMENTED = /(?<!\*\/\n)^export (?:async )?(?:const|function|class|interface) (\w+)/gm;

test.each(Object.entries(sources).filter(([path]) => !FOR_BUILDS.test(path)))(
  'all that %s gives is described',
  (_path, source) => {
    expect([...read(source).matchAll(UNDOCUMENTED)].map(([, given]) => given)).toEqual([]);
  },
);
