import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { CONTRACT_VERSION, HOSTED_CONTRACTS } from '@wholepage/contracts/version';
import type { FederationRuntime } from '@wholepage/federation/webpack/federation';
import type { Compilation } from 'webpack';
import { codeDir, isCode, packageDir, ROOT } from '../../paths';

/** All that a build really read, so that equal inputs can be known for equal without building. */
export interface BuildInputs {
  /** Hash of each source by its path within the workspace; of a `package.json` as far as it leads to them. */
  sources: Record<string, string>;
  /** Installed packages that ended up in it: `react@19.3.1`. */
  packages: string[];
}

/** Packages that make the output from the input, whatever the input is. */
const BUILD_PACKAGES = [
  '@module-federation/enhanced',
  '@swc/core',
  'css-loader',
  'css-minimizer-webpack-plugin',
  'esbuild',
  'lightningcss',
  'mini-css-extract-plugin',
  'swc-loader',
  'terser-webpack-plugin',
  'webpack',
];

const PRESET_FOLDERS = [
  ...['build', 'content'].map((folder) => join(codeDir('tooling'), folder)),
  codeDir('federation'),
  join(codeDir('remote-kit'), 'embed'),
];

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

const hashOf = (path: string): string => {
  try {
    return sha256(readFileSync(path));
  } catch {
    return sha256('');
  }
};

/** The files that an export leads to, under all of its conditions. */
const targetsOf = (target: unknown): string[] =>
  typeof target === 'object' && target ? Object.values(target).flatMap(targetsOf) : [String(target)];

/** What a package's description says of how its files are found, as far as these sources are concerned. */
function describes(path: string, sources: ReadonlySet<string>): string {
  const folder = dirname(path);
  const { type, main, browser, imports, sideEffects, exports = {} } = JSON.parse(readFileSync(path, 'utf8'));
  const ours = Object.entries(exports).filter(([, target]) =>
    targetsOf(target).some((file) => sources.has(join(folder, file))),
  );
  return JSON.stringify([type, main, browser, imports, sideEffects, ours]);
}

/** Of a description counts only what leads to the sources: a script or an export more makes no other build. */
const fingerprint = (path: string, sources: ReadonlySet<string>): string => {
  if (basename(path) !== 'package.json') return hashOf(path);
  try {
    return sha256(describes(path, sources));
  } catch {
    return sha256('');
  }
};

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** `react@19.3.1` of a file below `.pnpm/react@19.3.1_…/node_modules/react/`. */
function packageOf(path: string): string | undefined {
  const found = /\.pnpm[\\/]([^\\/]+)[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(path);
  if (!found) return undefined;
  const [, folder = '', within = ''] = found;
  const name = within.split(sep).join('/');
  const start = `${name.replace('/', '+')}@`;
  // Seen through the link of a package that uses it; it is read at its own place as well.
  if (!folder.startsWith(start)) return undefined;
  return `${name}@${folder.slice(start.length).split('_')[0]}`;
}

/** What these builds read: sources of the workspace one by one, installed packages by their version. */
export function inputsOf(compilations: readonly Compilation[]): BuildInputs {
  const sources = new Set<string>();
  const packages = new Set<string>();
  for (const path of new Set(compilations.flatMap(({ fileDependencies }) => [...fileDependencies]))) {
    if (path.split(sep).includes('node_modules')) {
      const name = packageOf(path);
      if (name) packages.add(name);
    } else if (path.startsWith(ROOT + sep) && isFile(path)) {
      sources.add(path);
    }
  }
  const hashes = [...sources].map((path) => [relative(ROOT, path), fingerprint(path, sources)]);
  return { sources: Object.fromEntries(hashes), packages: [...packages].sort() };
}

/** Whether every source is what it was when this was read. */
export function areUnchanged({ sources }: BuildInputs): boolean {
  const paths = new Map(Object.entries(sources).map(([path, hash]) => [join(ROOT, path), hash]));
  const known = new Set(paths.keys());
  return [...paths].every(([path, hash]) => fingerprint(path, known) === hash);
}

/**
 * `FEDERATION=stock` builds with the runtime of the federation's library instead of ours.
 * @throws when the variable has another value
 */
export function runtimeOf({ FEDERATION: asked = '' }: NodeJS.ProcessEnv = process.env): FederationRuntime {
  if (asked !== '' && asked !== 'stock')
    throw new Error(`FEDERATION is "${asked}": leave it empty, or set it to stock.`);
  return asked === 'stock' ? 'stock' : 'own';
}

/** The presets themselves: their sources, and the versions of what they build with. */
export function presetHash(): string {
  const hash = createHash('sha256');
  for (const folder of PRESET_FOLDERS) {
    for (const name of readdirSync(folder, { encoding: 'utf8', recursive: true }).sort()) {
      if (isCode(name)) hash.update(readFileSync(join(folder, name)));
    }
  }
  const { dependencies } = JSON.parse(readFileSync(join(packageDir('tooling'), 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
  };
  for (const name of BUILD_PACKAGES) hash.update(`${name} ${dependencies[name]}`);
  return hash.update(JSON.stringify([CONTRACT_VERSION, HOSTED_CONTRACTS, runtimeOf()])).digest('hex');
}

/** @returns eight hexadecimal digits that differ when anything does that a build depends on */
export function inputHash({ sources, packages }: BuildInputs, lockfile: Lockfile): string {
  const lines = Object.entries(sources)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map((entry) => entry.join(' '));
  return sha256([...lines, ...lockedEntries(lockfile, packages), presetHash()].join('\n')).slice(0, 8);
}

/** The lockfile's blocks by section (`packages`, `snapshots`, `importers`) and key. */
export type Lockfile = Record<string, Record<string, string>>;

const unquoted = (key: string): string => key.replaceAll("'", '');

/** Reads `pnpm-lock.yaml` by its indentation: a section at none, an entry at two spaces. */
export function readLockfile(file = join(ROOT, 'pnpm-lock.yaml')): Lockfile {
  const lockfile: Lockfile = {};
  for (const section of readFileSync(file, 'utf8').split(/^(?=\w+:$)/m)) {
    const [name = '', ...blocks] = section.split(/\n(?= {2}\S)/);
    const entries = blocks.map((block): [string, string] => {
      // A key may hold colons of its own: `'@wholepage/remote-kit@file:packages/….tgz':`.
      const [, key = ''] = /^ {2}(.+?):(?=\s|$)/.exec(block) ?? [];
      return [unquoted(key), block.trim()];
    });
    lockfile[name.trim().replace(':', '')] = Object.fromEntries(entries);
  }
  return lockfile;
}

/** As the package manager names folders: `x@file:packages/x.tgz` lies in `x@file+packages+x.tgz`. */
const asFolder = (key: string): string => key.replaceAll(/[:/]/g, '+');

/** What the lockfile says of these packages (`react@19.3.1`): their bytes, and what they themselves use. */
export function lockedEntries(lockfile: Lockfile, packages: readonly string[]): string[] {
  const snapshots = Object.entries(lockfile['snapshots'] ?? {});
  const ofTarballs = new Map(
    Object.entries(lockfile['packages'] ?? {}).flatMap(([key, block]) =>
      key.includes('@file:') ? [[asFolder(key), block]] : [],
    ),
  );
  return packages.flatMap((name) => [
    `${name} ${lockfile['packages']?.[name] ?? ofTarballs.get(asFolder(name)) ?? 'not locked'}`,
    ...snapshots.flatMap(([key, block]) => (asFolder(key.split('(')[0] ?? '') === asFolder(name) ? [block] : [])),
  ]);
}
