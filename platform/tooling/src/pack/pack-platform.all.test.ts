import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { readLockfile } from '../build/reuse/reuse';
import { makeSite } from '../new-site/new-site';
import { packageDir, ROOT } from '../paths';
import { type Packed, packPlatform } from './pack-platform';

const TIMEOUT_MS = 300_000;
const run = promisify(execFile);

let folder: string;
let packages: (Packed & { dir: string })[];

/** Links the installed dependencies of a source package, except those of this workspace, beside the unpacked ones. */
async function linkInstalled(name: string): Promise<void> {
  const installed = join(packageDir(name), 'node_modules');
  const entries = await readdir(installed).catch(() => []);
  const scoped = entries.filter((entry) => entry.startsWith('@') && entry !== '@wholepage');
  const names = await Promise.all(
    scoped.map(async (scope) => (await readdir(join(installed, scope))).map((entry) => join(scope, entry))),
  );
  for (const path of [...entries.filter((entry) => !/^[@.]/.test(entry)), ...names.flat()]) {
    const target = join(folder, 'node_modules', path);
    await mkdir(dirname(target), { recursive: true });
    if (!existsSync(target)) await symlink(join(installed, path), target);
  }
}

beforeAll(async () => {
  // The folder lies within the workspace, so that the root's packages are found.
  folder = await mkdtemp(join(ROOT, 'node_modules', '.cache', 'packed-'));
  const tarballs = await packPlatform(join(folder, 'tarballs'));
  packages = tarballs.map((tarball) => ({ ...tarball, dir: join(folder, 'node_modules', tarball.name) }));
  for (const { name, file, dir } of packages) {
    await mkdir(dir, { recursive: true });
    await run('tar', ['-xzf', file, '-C', dir, '--strip-components=1']);
    await linkInstalled(name.replace('@wholepage/', ''));
  }
}, TIMEOUT_MS);

afterAll(() => rm(folder, { recursive: true, force: true }));

interface Description {
  version: string;
  exports: Record<string, string | { types: string; default: string }>;
  dependencies?: Record<string, string>;
}

const descriptionOf = async (dir: string): Promise<Description> =>
  JSON.parse(await readFile(join(dir, 'package.json'), 'utf8')) as Description;

test('each package has code and types for all that it exports, words for people, and no sources', async () => {
  expect(packages).toHaveLength(14);
  for (const { name, dir } of packages) {
    const { exports } = await descriptionOf(dir);
    const targets = Object.values(exports).flatMap((target) =>
      typeof target === 'string' ? [target] : Object.values(target),
    );
    const absent = targets.filter((target) => !existsSync(join(dir, target.replace('*', ''))));
    expect({ name, absent }).toEqual({ name, absent: [] });
    expect(existsSync(join(dir, 'CHANGELOG.md'))).toBe(true);
    // Adopters must find the licence.
    expect(await readFile(join(dir, 'README.md'), 'utf8')).toMatch(/\nLicence: .*UNLICENSED/);
    expect(await descriptionOf(dir)).toMatchObject({ license: 'UNLICENSED', repository: { type: 'git' } });
    const files = (await readdir(dir, { recursive: true })).filter((file) => !/^(dist\/site-)?template/.test(file));
    expect(files.filter((file) => /(?<!\.d)\.tsx?$|\.test\./.test(file))).toEqual([]);
  }
});

test.each([
  ['publint', (file: string) => ['run', file, '--strict']],
  // The packages are ES modules only, so `require` need not work.
  ['attw', (file: string) => [file, '--profile', 'esm-only']],
])(
  '%s has nothing against any of them',
  async (program, wordsFor) => {
    const bin = join(packageDir('tooling'), 'node_modules', '.bin', program);
    for (const { name, file } of packages) {
      const said = await run(bin, wordsFor(file)).then(
        () => '',
        ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
      );
      expect({ name, said }).toEqual({ name, said: '' });
    }
  },
  TIMEOUT_MS,
);

test('each package asks for versions that others have', async () => {
  for (const { name, dir } of packages) {
    const { dependencies = {} } = await descriptionOf(dir);
    const odd = Object.entries(dependencies).filter(([, range]) => !/^\d+\.\d+\.\d+/.test(range));
    expect({ name, odd }).toEqual({ name, odd: [] });
  }
});

test('plain Node runs them', async () => {
  await writeFile(
    join(folder, 'try.mjs'),
    `import { CONTRACT_VERSION } from '@wholepage/contracts/release';
import { storePlace } from '@wholepage/releases/settings';
import { defineSite } from '@wholepage/composer/define-site';
import { remote } from '@wholepage/tooling/app';
console.log(CONTRACT_VERSION, storePlace({ RELEASES_URL: 's3://a/b' }), typeof defineSite, remote('news', 3001).kind);`,
  );
  const { stdout } = await run(process.execPath, [join(folder, 'try.mjs')]);
  expect(stdout).toMatch(/^\d+ s3:\/\/a\/b function remote\n$/);
});

test(
  '`npm create wholepage` makes the site that `new site` makes',
  async () => {
    const made = await mkdtemp(join(tmpdir(), 'created-'));
    const file = packages.find(({ name }) => name === 'create-wholepage')?.file;
    const words = ['exec', '--yes', `--package=${file}`, '--', 'create-wholepage'];
    await run('npm', [...words, 'corner-shop'], { cwd: made });
    await makeSite('corner-shop', join(made, 'as-new-site'), join(folder, 'tarballs'));
    const sites = ['corner-shop', 'as-new-site'].map((name) => join(made, name));
    await run('diff', ['-r', '--exclude=pnpm-lock.yaml', ...sites]);
    // pnpm pairs packages with their optional peers in the order in which they arrive.
    const [one, other] = sites.map((site) => readLockfile(join(site, 'pnpm-lock.yaml'))['packages']);
    expect(one).toEqual(other);
    await expect(run('npm', [...words, 'corner-shop'], { cwd: made })).rejects.toThrow('is there already');
    await expect(run('npm', [...words, 'Corner Shop'], { cwd: made })).rejects.toThrow('Name the site');
    await rm(made, { recursive: true });
  },
  TIMEOUT_MS,
);

/** TypeScript blocks of a README, each a separate module. */
const examplesIn = (text: string): string[] =>
  [...text.matchAll(/```tsx?\n([\s\S]*?)```/g)].map(([, code = '']) => code);

test.each(['bundler', 'nodenext'])(
  'the examples of each README fit the types, found as %s does',
  async (moduleResolution) => {
    const examples = join(folder, 'examples', moduleResolution);
    await mkdir(examples, { recursive: true });
    let count = 0;
    for (const { dir } of packages) {
      for (const code of examplesIn(await readFile(join(dir, 'README.md'), 'utf8')))
        await writeFile(join(examples, `example-${++count}.tsx`), code);
    }
    expect(count).toBeGreaterThan(9);
    const compilerOptions = {
      moduleResolution,
      module: moduleResolution === 'nodenext' ? 'nodenext' : 'esnext',
      types: ['node'],
    };
    await writeFile(join(examples, 'package.json'), '{ "type": "module" }');
    await writeFile(
      join(examples, 'tsconfig.json'),
      JSON.stringify({ extends: join(ROOT, 'tsconfig.base.json'), compilerOptions, include: ['*.tsx'] }),
    );
    const tsc = join(dirname(createRequire(__filename).resolve('typescript/package.json')), 'bin', 'tsc');
    const said = await run(process.execPath, [tsc, '--pretty', 'false', '-p', examples]).then(
      () => '',
      ({ stdout }: { stdout: string }) => stdout,
    );
    expect(said).toBe('');
  },
);

test('a version is one content: packed again it is the same, and other code under it is refused', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pack-'));
  const [packed] = await packPlatform(folder, ['telemetry']);
  const { file = '', version = '' } = packed ?? {};
  const bytes = await readFile(file);
  await packPlatform(folder, ['telemetry']);
  expect((await readFile(file)).equals(bytes)).toBe(true);
  await writeFile(file, 'what was handed out before');
  await expect(packPlatform(folder, ['telemetry'])).rejects.toThrow(
    `@wholepage/telemetry ${version} is there with other code.\nDescribe each change by \`npx changeset\``,
  );
  expect(await readFile(file, 'utf8')).toBe('what was handed out before');
  await rm(folder, { recursive: true });
}, 120_000);
