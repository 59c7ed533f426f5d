import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { packageDir, ROOT } from '../paths';

const TIMEOUT_MS = 120_000;
const PLATFORM = dirname(packageDir('tooling'));
const TEMPLATES = [join(packageDir('tooling'), 'templates'), join(packageDir('remote-kit'), 'template')];

interface Description {
  name: string;
  exports?: Record<string, string>;
}

/** Source files by export of the platform, because a template has no packages installed. */
const exportedSources = (): Record<string, string[]> =>
  Object.fromEntries(
    readdirSync(PLATFORM).flatMap((folder) => {
      const { name, exports = {} } = JSON.parse(
        readFileSync(join(PLATFORM, folder, 'package.json'), 'utf8'),
      ) as Description;
      return Object.entries(exports).map(([key, file]) => [name + key.slice(1), [join(PLATFORM, folder, file)]]);
    }),
  );

test(
  'what new remotes and new sites are made of fits the types of the platform as it is',
  async () => {
    const cache = join(ROOT, 'node_modules', '.cache');
    await mkdir(cache, { recursive: true });
    const folder = await mkdtemp(join(cache, 'templates-'));
    const config = {
      extends: join(ROOT, 'tsconfig.base.json'),
      compilerOptions: { paths: exportedSources() },
      files: [join(packageDir('tooling'), 'types', 'ambient.d.ts')],
      include: TEMPLATES.flatMap((template) => [`${template}/**/*.ts`, `${template}/**/*.tsx`]),
    };
    await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
    const tsc = join(dirname(createRequire(__filename).resolve('typescript/package.json')), 'bin', 'tsc');
    const said = await promisify(execFile)(process.execPath, [tsc, '--pretty', 'false', '-p', folder]).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    );
    await rm(folder, { recursive: true });
    expect(said).toBe('');
  },
  TIMEOUT_MS,
);

test('the menu of a new site takes no more than its layout shows', async () => {
  const { default: site } = await import('../../templates/site/site/site');
  const takes = (more: object) =>
    site.navigation.schema.safeParse({ menu: [{ label: 'Home', href: '/', ...more }] }).success;
  const sections = [{ title: 'More', links: [{ label: 'A', href: '/a' }] }];
  expect([{}, { accent: true }, { section: 'a' }, { sections }].map(takes)).toEqual([true, false, false, false]);
});
