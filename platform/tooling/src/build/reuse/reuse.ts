import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { type ReleaseManifest, releaseManifestSchema } from '@wholepage/contracts/release';
import type { AppName } from '@wholepage/contracts/version';
import { packageDir } from '../../paths';
import { areUnchanged, type BuildInputs, inputHash, type Lockfile, readLockfile } from './inputs';

/** What versions of development builds end with. */
export const DEVELOPMENT = '.dev';

export interface BuiltRelease {
  manifest: ReleaseManifest;
  /** Folder with the release's files; those named by their content are in `assets` beside it. */
  dir: string;
  /** False when the folder was there already. */
  built: boolean;
}

/** The version that an app's `package.json` says: what a release's own begins with. */
export const packageVersion = (name: AppName): string =>
  (JSON.parse(readFileSync(join(packageDir(name), 'package.json'), 'utf8')) as { version: string }).version;

const readManifest = async (dir: string): Promise<ReleaseManifest> =>
  releaseManifestSchema.parse(JSON.parse(await readFile(join(dir, 'release.json'), 'utf8')));

/**
 * The release that the sources of an app make now, when it was built before under the version that its package has now. The
 * bundler is not needed to know that.
 */
export async function builtRelease(name: AppName, development = false): Promise<BuiltRelease | undefined> {
  const dist = join(packageDir(name), 'dist');
  const begin = `${packageVersion(name)}-`;
  const isOfKind = (version: string) => version.startsWith(begin) && version.endsWith(DEVELOPMENT) === development;
  const known = await builtVersion(dist, readLockfile(), isOfKind);
  const dir = known && join(dist, known);
  if (!dir || !existsSync(join(dir, 'release.json'))) return undefined;
  return { manifest: await readManifest(dir), dir, built: false };
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

const readRecord = async (file: string): Promise<BuildRecord | undefined> =>
  readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as BuildRecord,
    () => undefined,
  );

/** Records of an app's builds, the newest first. */
async function recordFiles(dist: string): Promise<string[]> {
  const names = (await readdir(folderOf(dist)).catch(() => [])).filter((name) => name.endsWith('.json'));
  const files = names.map((name) => join(folderOf(dist), name));
  const ages = await Promise.all(files.map(async (file) => (await stat(file)).mtimeMs));
  return files
    .map((file, index) => ({ file, age: ages[index] ?? 0 }))
    .sort((a, b) => b.age - a.age)
    .map(({ file }) => file);
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
    const record = await readRecord(file);
    if (!record || !ofKind(record.version)) continue;
    if (areUnchanged(record.inputs) && inputHash(record.inputs, lockfile) === record.hash) return record.version;
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
