import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { publish } from '@wholepage/releases/publish';
import { promote } from '@wholepage/releases/steps';
import { createTrust } from '@wholepage/releases/trust/trust';
import { TAKES_ALL } from '@wholepage/tooling/sample';
import { copyWorkspace, type WorkspaceCopy } from '@wholepage/tooling/workspace-copy';

const E2E = join(__dirname, '..', '..');

/** A remote with another React version, another framework or none. */
interface Fixture {
  name: string;
  /** Folder of its sources in `fixtures`. */
  sources: 'react' | 'preact' | 'plain';
  /** Its own packages: names in its code, with their names in `e2e/node_modules`. */
  packages: Record<string, string>;
  /** Heading of its page. */
  heading: RegExp;
  /** Contract version in its manifest instead of the present one. */
  contract?: number;
}

const ALL: Fixture[] = [
  {
    name: 'mf-react-18',
    sources: 'react',
    packages: { react: 'react-18', 'react-dom': 'react-dom-18' },
    heading: /^React 18\.3\.1$/,
  },
  {
    name: 'mf-react-other',
    sources: 'react',
    packages: { react: 'react-19-2', 'react-dom': 'react-dom-19-2' },
    heading: /^React 19\.2\.0$/,
  },
  {
    name: 'mf-preact',
    sources: 'preact',
    packages: { preact: 'preact', 'preact-render-to-string': 'preact-render-to-string' },
    heading: /^Preact$/,
  },
  { name: 'mf-plain', sources: 'plain', packages: {}, heading: /^No framework$/, contract: 4 },
];

const OF_EACH_RUN = TAKES_ALL ? ['mf-react-18', 'mf-plain'] : ['mf-react-18'];

/** `npm test` takes one of them, `npm test -- --all` two, `SOAK=1` all. */
export const FIXTURES = ALL.filter(({ name }) => process.env.SOAK === '1' || OF_EACH_RUN.includes(name));

async function filledCopy(from: string, to: string, name: string): Promise<void> {
  await cp(from, to, { recursive: true });
  for (const file of await readdir(to)) {
    const path = join(to, file);
    await writeFile(path, (await readFile(path, 'utf8')).replaceAll('mf-fixture', name));
  }
}

async function addFixture(root: string, { name, sources, packages }: Fixture, port: number): Promise<void> {
  const folder = join(root, name);
  const modules = join(folder, 'node_modules');
  await mkdir(modules, { recursive: true });
  await filledCopy(join(E2E, 'fixtures', sources, 'src'), join(folder, 'src'), name);
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0', type: 'module' }));
  await writeFile(
    join(folder, 'webpack.config.ts'),
    `import { remote } from '@wholepage/tooling/app';\nexport default remote('${name}', ${port});\n`,
  );
  await mkdir(join(modules, '@wholepage'));
  for (const own of ['contracts', 'remote-kit', 'tooling'])
    await symlink(join(root, 'platform', own), join(modules, '@wholepage', own));
  await symlink(join(root, 'shared-ui'), join(modules, 'shared-ui'));
  for (const [own, here] of Object.entries(packages)) {
    await symlink(await realpath(join(E2E, 'node_modules', here)), join(modules, own));
  }
}

/** Folder of the newest builds. */
const CACHE = join(E2E, 'node_modules', '.cache', 'fixture-remotes');

/** Lists the files below a folder. Symbolic links are left out: they lead to installed packages. */
async function sourcesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const below = await Promise.all(
    entries.map(async (entry) => {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && entry.name !== 'node_modules') return sourcesIn(path);
      return entry.isFile() ? [path] : [];
    }),
  );
  return below.flat().sort();
}

/** Hashes all inputs of a build: Node's version, the workspace's copy, and through its lockfile the installed packages. */
async function digestOf(root: string): Promise<string> {
  const hash = createHash('sha256').update(process.version);
  for (const path of await sourcesIn(root)) hash.update(relative(root, path)).update(await readFile(path));
  return hash.digest('hex');
}

async function copyBuilds(from: string, to: string): Promise<void> {
  for (const { name } of FIXTURES) await cp(join(from, name, 'dist'), join(to, name, 'dist'), { recursive: true });
}

/** Builds all fixtures with an edited shared-ui. The same sources and packages are built once. */
export async function buildFixtures(): Promise<WorkspaceCopy> {
  const copy = await copyWorkspace();
  for (const [index, fixture] of FIXTURES.entries()) await addFixture(copy.root, fixture, 3900 + index);
  await copy.edit(
    'shared-ui/src/components/Banner/Banner.module.css',
    'row-gap: var(--space-l);',
    'row-gap: var(--space-l); outline: 3px solid red;',
  );
  const kept = join(CACHE, await digestOf(copy.root));
  if (existsSync(kept)) {
    await copyBuilds(kept, copy.root);
    return copy;
  }
  const build = [
    '--import',
    'tsx',
    join('platform', 'tooling', 'src', 'cli.ts'),
    'build',
    ...FIXTURES.map(({ name }) => name),
  ];
  await promisify(execFile)(process.execPath, build, { cwd: copy.root });
  await rm(CACHE, { recursive: true, force: true });
  // The rename makes the cached builds complete or absent.
  await copyBuilds(copy.root, `${kept}.draft`);
  await rename(`${kept}.draft`, kept);
  return copy;
}

/** Publishes and promotes all fixtures in this store. */
export async function releaseFixtures({ root }: WorkspaceCopy, store: string): Promise<void> {
  // Keys of new apps are made in the folder whose keys this store's composer trusts.
  const trust = createTrust({ keysDir: join(dirname(store), 'release-keys'), pinned: '', signingKey: '' });
  for (const { name, contract } of FIXTURES) {
    const dist = join(root, name, 'dist');
    const version = (await readdir(dist)).find((entry) => /^\d/.test(entry)) ?? '';
    const manifest = join(dist, version, 'release.json');
    const written = JSON.parse(await readFile(manifest, 'utf8'));
    if (contract) await writeFile(manifest, JSON.stringify({ ...written, contract }));
    await publish(store, name, version, join(dist, version), trust);
    await promote(store, name, version, { trust });
  }
}
