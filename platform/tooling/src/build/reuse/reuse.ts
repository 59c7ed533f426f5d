import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import {
  type AppName,
  CONTRACT_VERSION,
  HOSTED_CONTRACTS,
  type ReleaseManifest,
  releaseManifestSchema,
} from '@wholepage/contracts/release';
import type { FederationRuntime } from '@wholepage/federation/webpack/federation';
import { writeWhole } from '@wholepage/releases/whole-files';
import type { Compilation } from 'webpack';
import { codeDir, filesBelow, isCode, packageDir, ROOT, readPackage } from '../../paths';

/** All inputs that a build read, so that equal inputs need no build. */
export interface BuildInputs {
  /**
   * Hash of each source by path; of a `package.json` only the parts that resolve to sources, of an installed package's
   * link its version.
   */
  sources: Record<string, string>;
  /** Installed packages in the build: `react@19.3.1`. */
  packages: string[];
}

/** Packages that build the output. */
const BUILD_PACKAGES = [
  '@module-federation/enhanced',
  '@swc/core',
  'css-loader',
  'css-minimizer-webpack-plugin',
  'esbuild',
  'fflate',
  'lightningcss',
  'mini-css-extract-plugin',
  'swc-loader',
  'terser-webpack-plugin',
  'webpack',
];

const PRESET_FOLDERS = [
  ...['build', 'content', 'types'].map((folder) => join(codeDir('tooling'), folder)),
  codeDir('federation'),
  join(codeDir('remote-kit'), 'embed'),
];

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');

/** Returns the files of an export, under all conditions. */
const targetsOf = (target: unknown): string[] =>
  typeof target === 'object' && target ? Object.values(target).flatMap(targetsOf) : [String(target)];

/** Returns the part of a `package.json` that resolves to these sources. */
function describes(path: string, sources: ReadonlySet<string>): string {
  const folder = dirname(path);
  const { type, main, browser, imports, sideEffects, exports = {} } = JSON.parse(readFileSync(path, 'utf8'));
  const ours = Object.entries(exports).filter(([, target]) =>
    targetsOf(target).some((file) => sources.has(join(folder, file))),
  );
  return JSON.stringify([type, main, browser, imports, sideEffects, ours]);
}

const isInstalled = (path: string): boolean => path.split(sep).includes('node_modules');

/** Returns a fingerprint: of a `package.json` only what resolves to sources, of a folder its list of files. */
const fingerprint = (path: string, sources: ReadonlySet<string>): string => {
  try {
    if (isInstalled(path)) return sha256(packageOf(realpathSync(path)) ?? '');
    if (statSync(path).isDirectory()) return sha256(filesBelow(path).join('\n'));
    return sha256(basename(path) === 'package.json' ? describes(path, sources) : readFileSync(path));
  } catch {
    // Missing, or invalid JSON.
    return sha256('');
  }
};

/** Returns `react@19.3.1` for a file below `.pnpm/react@19.3.1_…/node_modules/react/`. */
function packageOf(path: string): string | undefined {
  const found = /\.pnpm[\\/]([^\\/]+)[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+)/.exec(path);
  if (!found) return undefined;
  const [, folder = '', within = ''] = found;
  const name = within.split(sep).join('/');
  const start = `${name.replace('/', '+')}@`;
  // A link of a dependent package; the file is also read at its own place.
  if (!folder.startsWith(start)) return undefined;
  return `${name}@${folder.slice(start.length).split('_')[0]}`;
}

/** Returns the inputs of builds: sources one by one, installed packages by version. @param beside further files and folders */
export function inputsOf(compilations: readonly Compilation[], beside: readonly string[] = []): BuildInputs {
  const sources = new Set(beside);
  const packages = new Set<string>();
  for (const path of new Set(compilations.flatMap(({ fileDependencies }) => [...fileDependencies]))) {
    if (isInstalled(path)) {
      const name = packageOf(path);
      if (name) packages.add(name);
      // An app's dependency, whose former version another app may keep in the lockfile. A package's own is in its entry.
      else if (!path.includes('.pnpm') && lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink())
        sources.add(path);
    } else if (path.startsWith(ROOT + sep) && statSync(path, { throwIfNoEntry: false })?.isFile()) {
      sources.add(path);
    }
  }
  const hashes = [...sources].map((path) => [relative(ROOT, path), fingerprint(path, sources)]);
  return { sources: Object.fromEntries(hashes), packages: [...packages].sort() };
}

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

/** Returns a hash of the presets: their sources, and the versions of their build packages. */
export function presetHash(): string {
  const hash = createHash('sha256');
  for (const folder of PRESET_FOLDERS)
    for (const name of filesBelow(folder).filter(isCode)) hash.update(readFileSync(join(folder, name)));
  const { dependencies = {} } = readPackage(packageDir('tooling'));
  for (const name of BUILD_PACKAGES) hash.update(`${name} ${dependencies[name]}`);
  return hash.update(JSON.stringify([CONTRACT_VERSION, HOSTED_CONTRACTS, runtimeOf()])).digest('hex');
}

/** Returns eight hexadecimal digits that change with any input of a build. */
export function inputHash({ sources, packages }: BuildInputs, lockfile: Lockfile): string {
  const lines = Object.entries(sources)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map((entry) => entry.join(' '));
  return sha256([...lines, ...lockedEntries(lockfile, packages), presetHash()].join('\n')).slice(0, 8);
}

/** The lockfile's blocks by section (`packages`, `snapshots`, `importers`) and key. */
type Lockfile = Record<string, Record<string, string>>;

/** Reads `pnpm-lock.yaml` by its indentation: a section at none, an entry at two spaces. */
export function readLockfile(file = join(ROOT, 'pnpm-lock.yaml')): Lockfile {
  const lockfile: Lockfile = {};
  for (const section of readFileSync(file, 'utf8').split(/^(?=\w+:$)/m)) {
    const [name = '', ...blocks] = section.split(/\n(?= {2}\S)/);
    const entries = blocks.map((block): [string, string] => {
      // Keys may contain colons: `'@wholepage/remote-kit@file:packages/….tgz':`.
      const [, key = ''] = /^ {2}(.+?):(?=\s|$)/.exec(block) ?? [];
      return [key.replaceAll("'", ''), block.trim()];
    });
    lockfile[name.trim().replace(':', '')] = Object.fromEntries(entries);
  }
  return lockfile;
}

/** Returns the package manager's folder name: `x@file+packages+x.tgz` for `x@file:packages/x.tgz`. */
const asFolder = (key: string): string => key.replaceAll(/[:/]/g, '+');

/** Returns a block without the peers of its versions: a dependency of another app pairs them anew. */
const withoutPeers = (block: string): string => block.replaceAll(/\(\S*\)/g, '');

/** Returns the lockfile's entries of packages (`react@19.3.1`): their integrity and dependencies. */
export function lockedEntries(lockfile: Lockfile, packages: readonly string[]): string[] {
  const snapshots = Object.entries(lockfile['snapshots'] ?? {});
  const ofTarballs = new Map(
    Object.entries(lockfile['packages'] ?? {}).flatMap(([key, block]) =>
      key.includes('@file:') ? [[asFolder(key), block]] : [],
    ),
  );
  return packages.flatMap((name) => [
    `${name} ${lockfile['packages']?.[name] ?? ofTarballs.get(asFolder(name)) ?? 'not locked'}`,
    ...new Set(
      snapshots.flatMap(([key, block]) =>
        asFolder(withoutPeers(key)) === asFolder(name) ? [withoutPeers(block)] : [],
      ),
    ),
  ]);
}

/** Suffix of development builds' versions. */
export const DEVELOPMENT = '.dev';

export interface BuiltRelease {
  manifest: ReleaseManifest;
  /** Folder of the release; content-addressed files are in `assets` beside it. */
  dir: string;
  /** False when it existed already. */
  built: boolean;
}

/**
 * Returns an existing build of an app's present sources and package version, without running the bundler.
 * @throws Error when a hash cannot be appended to the version
 */
export async function builtRelease(name: AppName, development = false): Promise<BuiltRelease | undefined> {
  const dist = join(packageDir(name), 'dist');
  const { version: own } = readPackage(packageDir(name));
  if (!/^\d+\.\d+\.\d+$/.test(own))
    throw new Error(`${name}/package.json has the version "${own}": write three numbers, such as 1.0.0.`);
  const begin = `${own}-`;
  const isOfKind = (version: string) => version.startsWith(begin) && version.endsWith(DEVELOPMENT) === development;
  const known = await builtVersion(dist, readLockfile(), isOfKind);
  const dir = known && join(dist, known);
  if (!dir || !existsSync(join(dir, 'release.json'))) return undefined;
  const written: unknown = JSON.parse(await readFile(join(dir, 'release.json'), 'utf8'));
  return { manifest: releaseManifestSchema.parse(written), dir, built: false };
}

/** Recorded builds, so that an undone edit needs no build. */
const KEPT = 8;

interface BuildRecord {
  version: string;
  /** Hash of the inputs with the lockfile and presets at that time. */
  hash: string;
  inputs: BuildInputs;
}

const folderOf = (dist: string): string => join(dist, 'inputs');

/** Returns the record files, newest first. */
async function recordFiles(dist: string): Promise<string[]> {
  const names = (await readdir(folderOf(dist)).catch(() => [])).filter((name) => name.endsWith('.json'));
  const files = names.map((name) => join(folderOf(dist), name));
  const aged = await Promise.all(files.map(async (file) => ({ file, age: (await stat(file)).mtimeMs })));
  return aged.sort((one, other) => other.age - one.age).map(({ file }) => file);
}

/** Returns the version of a recent build with the same inputs as the present sources. @param ofKind filter of versions */
export async function builtVersion(
  dist: string,
  lockfile: Lockfile,
  ofKind: (version: string) => boolean,
): Promise<string | undefined> {
  for (const file of await recordFiles(dist)) {
    // Another build may have removed it.
    const text = await readFile(file, 'utf8').catch(() => '');
    if (!text) continue;
    const { version, hash, inputs } = JSON.parse(text) as BuildRecord;
    if (ofKind(version) && areUnchanged(inputs) && inputHash(inputs, lockfile) === hash) return version;
  }
  return undefined;
}

/** Records a build's inputs, and removes the oldest records. */
export async function keepRecord(dist: string, record: BuildRecord): Promise<void> {
  await writeWhole(join(folderOf(dist), `${record.version}.json`), `${JSON.stringify(record, null, 1)}\n`);
  for (const file of (await recordFiles(dist)).slice(KEPT)) await rm(file, { force: true });
}

/** File with the checksums of its folder. */
const CHECKSUMS = 'checksums.json';

/** Returns the checksums and total bytes of a folder's files. */
async function read(folder: string): Promise<{ checksums: string; bytes: number }> {
  const names = (await readdir(folder)).filter((name) => name !== CHECKSUMS).sort();
  let bytes = 0;
  const checksums: [string, number][] = [];
  for (const name of names) {
    const content = await readFile(join(folder, name));
    bytes += content.length;
    checksums.push([name, crc32(content)]);
  }
  return { checksums: JSON.stringify(checksums), bytes };
}

/** Returns the file beside a folder with the id of its writing process. */
const claimOn = (folder: string): string => `${folder}.writer`;

/** Claims a folder for writing: readers wait until {@link sealFolder}. */
export async function claimFolder(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  await writeFile(claimOn(folder), String(process.pid));
}

/** Marks a folder as complete; removes one that is too large. */
export async function sealFolder(folder: string, largestBytes: number): Promise<void> {
  const { checksums, bytes } = await read(folder);
  if (bytes > largestBytes) await rm(folder, { recursive: true, force: true });
  else await writeFile(join(folder, CHECKSUMS), checksums);
  await rm(claimOn(folder), { force: true });
}

const POLL_MS = 50;
/** Longest wait for a writer: a new process may have a dead writer's id. */
const PATIENCE_MS = 15_000;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Waits while another live process writes into a folder. @param pause between two checks */
export async function untilWritten(folder: string, pause: () => Promise<void> = () => wait(POLL_MS)): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const writer = Number(await readFile(claimOn(folder), 'utf8').catch(() => ''));
    if (!writer || writer === process.pid || !isAlive(writer)) return;
    await pause();
  }
}

/** Removes a folder that differs from what {@link sealFolder} saw: incomplete, damaged, or of two writers. */
export async function removeUnlessSound(folder: string): Promise<void> {
  const isSound = await Promise.all([read(folder), readFile(join(folder, CHECKSUMS), 'utf8')]).then(
    ([{ checksums }, sealed]) => checksums === sealed,
    () => false,
  );
  if (!isSound) await rm(folder, { recursive: true, force: true });
}
