import { createHash } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
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
import type { Compilation } from 'webpack';
import { codeDir, filesBelow, isCode, packageDir, ROOT, readPackage } from '../../paths';

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

/** Of a description counts only what leads to the sources: a script or an export more makes no other build. Of a folder, its list. */
const fingerprint = (path: string, sources: ReadonlySet<string>): string => {
  try {
    if (statSync(path).isDirectory()) return sha256(filesBelow(path).join('\n'));
    return sha256(basename(path) === 'package.json' ? describes(path, sources) : readFileSync(path));
  } catch {
    // It is gone, or no JSON.
    return sha256('');
  }
};

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

/**
 * What these builds read: sources of the workspace one by one, installed packages by their version.
 * @param beside files and folders that count, too
 */
export function inputsOf(compilations: readonly Compilation[], beside: readonly string[] = []): BuildInputs {
  const sources = new Set(beside);
  const packages = new Set<string>();
  for (const path of new Set(compilations.flatMap(({ fileDependencies }) => [...fileDependencies]))) {
    if (path.split(sep).includes('node_modules')) {
      const name = packageOf(path);
      if (name) packages.add(name);
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

/** The presets themselves: their sources, and the versions of what they build with. */
export function presetHash(): string {
  const hash = createHash('sha256');
  for (const folder of PRESET_FOLDERS)
    for (const name of filesBelow(folder).filter(isCode)) hash.update(readFileSync(join(folder, name)));
  const { dependencies = {} } = readPackage(packageDir('tooling'));
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
type Lockfile = Record<string, Record<string, string>>;

/** Reads `pnpm-lock.yaml` by its indentation: a section at none, an entry at two spaces. */
export function readLockfile(file = join(ROOT, 'pnpm-lock.yaml')): Lockfile {
  const lockfile: Lockfile = {};
  for (const section of readFileSync(file, 'utf8').split(/^(?=\w+:$)/m)) {
    const [name = '', ...blocks] = section.split(/\n(?= {2}\S)/);
    const entries = blocks.map((block): [string, string] => {
      // A key may hold colons of its own: `'@wholepage/remote-kit@file:packages/….tgz':`.
      const [, key = ''] = /^ {2}(.+?):(?=\s|$)/.exec(block) ?? [];
      return [key.replaceAll("'", ''), block.trim()];
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

/** What versions of development builds end with. */
export const DEVELOPMENT = '.dev';

export interface BuiltRelease {
  manifest: ReleaseManifest;
  /** Folder with the release's files; those named by their content are in `assets` beside it. */
  dir: string;
  /** False when the folder was there already. */
  built: boolean;
}

/**
 * The release that the sources of an app make now, when it was built before under the version that its package has now. The
 * bundler is not needed to know that.
 * @throws Error when that version is none to which a hash can be added
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

/** Builds whose inputs are remembered, so that an edit that is undone needs no build either. */
const KEPT = 8;

interface BuildRecord {
  version: string;
  /** Of the inputs together with the lockfile and the presets of then. */
  hash: string;
  inputs: BuildInputs;
}

const folderOf = (dist: string): string => join(dist, 'inputs');

/** The newest first. */
async function recordFiles(dist: string): Promise<string[]> {
  const names = (await readdir(folderOf(dist)).catch(() => [])).filter((name) => name.endsWith('.json'));
  const files = names.map((name) => join(folderOf(dist), name));
  const aged = await Promise.all(files.map(async (file) => ({ file, age: (await stat(file)).mtimeMs })));
  return aged.sort((one, other) => other.age - one.age).map(({ file }) => file);
}

/**
 * The version that a build of the present sources would make, when one of the last builds read just these.
 * @param ofKind whether a version is of the kind that is wanted
 */
export async function builtVersion(
  dist: string,
  lockfile: Lockfile,
  ofKind: (version: string) => boolean,
): Promise<string | undefined> {
  for (const file of await recordFiles(dist)) {
    // Another build may have taken it away by now.
    const text = await readFile(file, 'utf8').catch(() => '');
    if (!text) continue;
    const { version, hash, inputs } = JSON.parse(text) as BuildRecord;
    if (ofKind(version) && areUnchanged(inputs) && inputHash(inputs, lockfile) === hash) return version;
  }
  return undefined;
}

/** Remembers what a build read; the oldest records go. */
export async function keepRecord(dist: string, record: BuildRecord): Promise<void> {
  await mkdir(folderOf(dist), { recursive: true });
  await writeFile(join(folderOf(dist), `${record.version}.json`), `${JSON.stringify(record, null, 1)}\n`);
  for (const file of (await recordFiles(dist)).slice(KEPT)) await rm(file, { force: true });
}

/** Beside what it describes: the checksum of each file. */
const CHECKSUMS = 'checksums.json';

/** Checksums of a folder's files, and what they weigh together. */
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

/** Beside a folder: the process that is about to write into it. */
const claimOn = (folder: string): string => `${folder}.writer`;

/** Lets who wants to read a folder wait until {@link sealFolder}. */
export async function claimFolder(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true });
  await writeFile(claimOn(folder), String(process.pid));
}

/** Says of what was written into a folder that it is whole. One that has grown too large is not kept. */
export async function sealFolder(folder: string, largestBytes: number): Promise<void> {
  const { checksums, bytes } = await read(folder);
  if (bytes > largestBytes) await rm(folder, { recursive: true, force: true });
  else await writeFile(join(folder, CHECKSUMS), checksums);
  await rm(claimOn(folder), { force: true });
}

const POLL_MS = 50;
/** Longer than anything takes to be written: another process may have the number of one that died. */
const PATIENCE_MS = 15_000;

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Waits for another process that is writing into a folder, as long as it lives. @param pause between two looks */
export async function untilWritten(folder: string, pause: () => Promise<void> = () => wait(POLL_MS)): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS;
  while (Date.now() < deadline) {
    const writer = Number(await readFile(claimOn(folder), 'utf8').catch(() => ''));
    if (!writer || writer === process.pid || !isAlive(writer)) return;
    await pause();
  }
}

/** Removes a folder that is not, to the byte, what {@link sealFolder} saw: half written, damaged, or of two writers. */
export async function removeUnlessSound(folder: string): Promise<void> {
  const isSound = await Promise.all([read(folder), readFile(join(folder, CHECKSUMS), 'utf8')]).then(
    ([{ checksums }, sealed]) => checksums === sealed,
    () => false,
  );
  if (!isSound) await rm(folder, { recursive: true, force: true });
}
