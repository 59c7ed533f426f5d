import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import semver from 'semver';
import { parseDocument, stringify } from 'yaml';
import { type Packed, packPlatform, readWorkspace, tarballsIn } from '../pack/pack-platform';
import { filesBelow, isPacked, type PackageJson, packageDir, ROOT, readPackage } from '../paths';
import { typedPath, UsageError } from '../run/command';
import { askedToStop } from '../start/composer';

/** Makes a folder, whole or not at all. @throws UsageError when it exists with files in it, or cannot be made */
async function makeFolder(out: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = typedPath(out);
  const there = await readdir(folder).catch(() => []);
  if (there.length > 0) throw new UsageError(`${folder} is not empty; name a folder that is new.`);
  await mkdir(folder, { recursive: true }).catch(() => {
    throw new UsageError(`${folder} cannot be made; name another folder.`);
  });
  try {
    await askedToStop().orStopped(fill(folder));
    return folder;
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Packages for a repository's commands, tests and types, at the versions of this one. */
const DEV_DEPENDENCIES = [
  '@swc/core',
  '@swc/jest',
  '@testing-library/dom',
  '@testing-library/jest-dom',
  '@testing-library/react',
  '@types/jest',
  '@types/node',
  '@types/react',
  '@types/react-dom',
  'jest',
  'jest-environment-jsdom',
  'playwright-core',
  'react',
  'react-dom',
  'typescript',
];

/** Frequent commands, which get scripts of their own beside `wholepage`, as in the platform's repository. */
const COMMANDS = ['build', 'verify', 'release', 'rollback', 'preview'];

const LINTER = '@biomejs/biome';

export const SCRIPTS: Readonly<Record<string, string>> = {
  test: 'jest --forceExit',
  typecheck: 'tsc -p tsconfig.json',
  lint: 'biome check --error-on-warnings .',
  ...Object.fromEntries(COMMANDS.map((command) => [command, `exec wholepage ${command}`])),
  wholepage: 'exec wholepage',
};

/** Packages of the platform that the root itself uses: its commands, the programs of production, and the trial's database. */
const USED_BY_ROOT = /\/(tooling|composer|console|database)$/;

/** Another bundler and commands of webpack's plugins: 60 MB that only the platform's tests use. */
const NOT_INSTALLED = { '@rspack/core': '-', '@module-federation/cli': '-' };

/** Packages of the platform that build, test, verify and release any repository. */
const PLATFORM = [
  ...['contracts', 'page-rules', 'telemetry', 'federation', 'releases'],
  ...['remote-kit', 'shell-kit', 'composer', 'tooling'],
];

interface NewRepository {
  name: string;
  description: string;
  packages: readonly string[];
  /** Further packages of the platform. */
  platform?: readonly string[];
  /** Folder where the platform's packages lie packed. */
  tarballs?: string | undefined;
  /** Templates that follow the common one; their files may replace its files. */
  templates: readonly string[];
  /** Commands beside those on apps. */
  scripts: Readonly<Record<string, string>>;
  /** Values for names in braces in the templates. */
  words?: Readonly<Record<string, string>>;
  /** Makes the text of a file from the template's. */
  fill?(text: string): string;
}

/** Makes a repository, whole or not at all. @param finish adds files that no template has @throws UsageError without folder */
export const makeRepository = (
  out: string,
  repository: NewRepository,
  finish: (folder: string, versioned: (text: string) => string) => Promise<unknown> = async () => {},
): Promise<string> =>
  makeFolder(out, async (folder) => {
    const { platform = [], templates, words, fill = (text) => text } = repository;
    const tarballs = await bringTarballs(folder, [...PLATFORM, ...platform], repository.tarballs);
    const versioned = withVersions(versionsOf(tarballs));
    const own = Object.entries({ packageManager: packageManager(), ...words });
    const named = (text: string) => own.reduce((filled, [name, word]) => filled.replaceAll(`{${name}}`, word), text);
    for (const name of ['repository', ...templates])
      await writeTemplate(join(packageDir('tooling'), 'templates', name), folder, (text) =>
        versioned(fill(named(text))),
      );
    await writeRootFiles(folder, repository, tarballs);
    await finish(folder, versioned);
    // A clone installs the versions in the lockfile.
    await linkPackages(folder, '--lockfile-only');
  });

/** Overrides that resolve each package of the platform to its tarball, for every dependent. */
const overrides = (tarballs: readonly Packed[]): Record<string, string> =>
  Object.fromEntries(tarballs.map(({ name, file }) => [name, `file:${TARBALLS}/${basename(file)}`]));

const picked = (from: Readonly<Record<string, string>>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (from[name] ? [[name, from[name]]] : [])));

/** Names that packages of a new repository, and remotes that it makes later, take from the catalog. */
async function templateCatalog(): Promise<string[]> {
  const folders = [join(packageDir('tooling'), 'templates'), join(packageDir('remote-kit'), 'template')];
  const files = folders.flatMap((folder) => filesBelow(folder).map((name) => join(folder, name)));
  const packages = files.filter((file) => basename(file) === 'package.json');
  const texts = await Promise.all(packages.map((file) => readFile(file, 'utf8')));
  return texts.flatMap((text) => [...text.matchAll(/"([^"]+)": "catalog:"/g)].map(([, name = '']) => name));
}

/** The script that installs the linter, 96 MB, at its first use; npm keeps it for all repositories. */
const lintScript = ({ devDependencies, scripts }: PackageJson): string | undefined =>
  devDependencies?.[LINTER]
    ? `npm exec --yes --package=${LINTER}@${devDependencies[LINTER]} -- ${SCRIPTS['lint']}`
    : scripts?.['lint'];

/** Writes `package.json` and `pnpm-workspace.yaml`: the commands, and all dependencies at the versions of this repository. */
async function writeRootFiles(
  folder: string,
  { name, description, packages, scripts }: NewRepository,
  tarballs: readonly Packed[],
): Promise<void> {
  const root = readPackage<{ engines: object }>(ROOT);
  const { packages: _, catalog: all, overrides: ours, ...installing } = await readWorkspace();
  const used = tarballs.filter(({ name }) => USED_BY_ROOT.test(name));
  const manifest = {
    name,
    private: true,
    type: 'module',
    description,
    packageManager: packageManager(),
    engines: root.engines,
    scripts: {
      postinstall: 'wholepage link-node',
      ...scripts,
      ...SCRIPTS,
      lint: lintScript(root),
    },
    devDependencies: {
      ...picked(root.devDependencies ?? {}, DEV_DEPENDENCIES),
      ...versionsOf(used),
    },
  };
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  const catalog = picked(all, await templateCatalog());
  const replaced = { ...ours, ...NOT_INSTALLED, ...overrides(tarballs) };
  const text = stringify({ packages, ...installing, catalog, overrides: replaced });
  await writeFile(join(folder, 'pnpm-workspace.yaml'), text);
  // Transitive dependencies get the versions that were tested here. The first installation drops unused ones.
  await copyFile(join(ROOT, 'pnpm-lock.yaml'), join(folder, 'pnpm-lock.yaml'));
}

/** The folder in a repository with the platform's packages. */
export const TARBALLS = 'packages';

/** Puts the platform's packages into a new repository: packed from these sources, or copied from this repository or a folder. */
async function bringTarballs(
  repository: string,
  names: readonly string[],
  from = isPacked ? join(ROOT, TARBALLS) : undefined,
): Promise<Packed[]> {
  const folder = join(repository, TARBALLS);
  await mkdir(folder, { recursive: true });
  if (!from) return packPlatform(folder, names);
  const wanted = (await tarballsIn(from)).filter(({ name }) => names.includes(name.split('/')[1] ?? ''));
  for (const { file } of wanted) await copyFile(file, join(folder, basename(file)));
  return tarballsIn(folder);
}

/** The pinned package manager, in the form for `npm exec`. */
export const packageManager = (): string => readPackage<{ packageManager: string }>(ROOT).packageManager;

/** Links the packages of a workspace, and writes the lockfile. @throws Error with the command to repeat */
export async function linkPackages(root = ROOT, ...options: string[]): Promise<void> {
  const pnpm = packageManager();
  const install = ['install', '--no-frozen-lockfile', '--prefer-offline', '--reporter=append-only', ...options];
  const child = spawn('npm', ['exec', '--yes', `--package=${pnpm}`, '--', 'pnpm', ...install], {
    cwd: root,
    stdio: ['ignore', 2, 2],
    env: { ...process.env, CI: '1' },
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code === 0) return;
  // A failed new folder is removed, so the whole command must be repeated.
  const next = root === ROOT ? `npx ${pnpm} install` : 'run the same command again';
  throw new Error(`Its packages could not be linked. Check the network, then: ${next}`);
}

/**
 * Returns the real name of a template's file. npm does not pack its own dot files, so templates have `_gitignore` for
 * `.gitignore`. Biome refuses a second `biome.json`, so they have `_biome.json`.
 */
const targetName = (name: string): string =>
  name.replace(/(^|\/)_(gitignore|npmrc)$/, '$1.$2').replace(/(^|\/)_(biome\.json)$/, '$1$2');

/** Copies a template, with its texts filled in. @returns the files, relative to the folder */
export async function writeTemplate(
  template: string,
  folder: string,
  fill: (text: string) => string,
): Promise<string[]> {
  const names = filesBelow(template);
  for (const name of names) {
    const target = join(folder, targetName(name));
    await mkdir(dirname(target), { recursive: true });
    if (name.endsWith('.png')) await copyFile(join(template, name), target);
    else {
      const text = fill(await readFile(join(template, name), 'utf8'));
      await writeFile(target, text, { mode: text.startsWith('#!') ? 0o755 : 0o644 });
    }
  }
  return names.map(targetName);
}

export const versionsOf = (tarballs: readonly { name: string; version: string }[]): Record<string, string> =>
  Object.fromEntries(tarballs.map(({ name, version }) => [name, version]));

/** Returns a function that writes these versions into a `package.json`'s text, wherever it names the packages. */
export const withVersions =
  (versions: Readonly<Record<string, string>>) =>
  (text: string): string =>
    text.replace(/"([@\w/-]+)": "[^"]*"/g, (whole, name: string) =>
      versions[name] ? `"${name}": "${versions[name]}"` : whole,
    );

/** Turns `corner-shop` into `Corner shop`. */
export function titleOf(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Makes a repository use the newest tarballs of its folder, and removes older ones. @throws Error when it has none */
export async function useNewest(root: string): Promise<Packed[]> {
  const folder = join(root, TARBALLS);
  const tarballs = existsSync(folder) ? await tarballsIn(folder) : [];
  tarballs.sort((one, other) => semver.rcompare(one.version, other.version));
  const newest = tarballs.filter((each, index) => tarballs.findIndex(({ name }) => name === each.name) === index);
  if (newest.length === 0)
    throw new Error(
      `${folder} holds no tarballs: \`npm run wholepage -- pack FOLDER\`, in the platform's repository, makes them.`,
    );
  const file = join(root, 'pnpm-workspace.yaml');
  const workspace = parseDocument(await readFile(file, 'utf8'));
  for (const { name, file: tarball } of newest)
    workspace.setIn(['overrides', name], `file:${TARBALLS}/${basename(tarball)}`);
  await writeFile(file, workspace.toString());
  const versioned = withVersions(versionsOf(newest));
  // All packages lie directly below the root.
  for (const folder of ['.', ...readdirSync(root)]) {
    const description = join(root, folder, 'package.json');
    if (existsSync(description)) await writeFile(description, versioned(await readFile(description, 'utf8')));
  }
  for (const tarball of tarballs) if (!newest.includes(tarball)) await rm(tarball.file);
  return newest;
}

/** `wholepage platform`: uses the newest tarballs of `packages/`. */
export async function updatePlatform(): Promise<void> {
  for (const { name, version } of await useNewest(ROOT)) console.log(`${name} ${version}`);
}
