import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { areUnchanged, type BuildInputs, inputHash } from './inputs';
import type { Lockfile } from './lockfile';

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
