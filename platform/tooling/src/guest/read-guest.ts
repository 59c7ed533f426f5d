import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { type FederationManifest, federationManifestSchema } from 'contracts/federation-manifest';
import type { z } from 'zod';
import { type RemoteJson, remoteJsonSchema } from './remote-json';

/** What another bundler put out cannot be released. The message says what to change there. */
export class GuestError extends Error {
  override name = 'GuestError';
}

/** A remote as another bundler put it out. */
export interface GuestFolder {
  dir: string;
  remote: RemoteJson;
  manifest: FederationManifest;
  /** All files that browsers may ask for, relative to the folder. */
  files: string[];
}

const MOST_FILES = 2_000;
const MOST_BYTES = 50 * 1024 * 1024;
const FILE = /^[\w@./-]+$/;
const MANIFEST = 'mf-manifest.json';
const REMOTE = 'remote.json';

async function readJson<T>(dir: string, file: string, schema: z.ZodType<T>, todo: string): Promise<T> {
  const text = await readFile(join(dir, file), 'utf8').catch((cause: unknown) => {
    throw new GuestError(`${dir} holds no ${file}: ${todo}`, { cause });
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new GuestError(`${file} is no JSON.`, { cause });
  }
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  throw new GuestError(`${file}: "${issue?.path.join('.')}" ${issue?.message}.`);
}

async function filesOf(dir: string): Promise<string[]> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files: string[] = [];
  let bytes = 0;
  for (const entry of entries) {
    const file = join(entry.parentPath, entry.name)
      .slice(dir.length + 1)
      .split(sep)
      .join('/');
    if (entry.isDirectory()) continue;
    if (!entry.isFile()) throw new GuestError(`${file} is neither a file nor a folder: leave links out.`);
    if (!FILE.test(file)) {
      throw new GuestError(
        `${file}: names of files have letters, digits, "@", ".", "-" and "_" only. Change the bundler's file names.`,
      );
    }
    bytes += (await stat(join(dir, file))).size;
    files.push(file);
    if (files.length > MOST_FILES || bytes > MOST_BYTES) {
      throw new GuestError(
        `${dir} holds more than ${MOST_FILES} files or ${MOST_BYTES / 1024 / 1024} MB: is it the build's output?`,
      );
    }
  }
  return files.sort();
}

/** Reads what another bundler put out. @throws GuestError that says what to change */
export async function readGuest(folder: string): Promise<GuestFolder> {
  const dir = resolve(folder);
  const remote = await readJson(dir, REMOTE, remoteJsonSchema, 'write one, as docs/bring-your-own-bundler.md says.');
  const todo = 'switch the manifest on in the bundler ("manifest: true" of the federation plugin).';
  const manifest = await readJson(dir, MANIFEST, federationManifestSchema, todo);
  const all = await filesOf(dir);
  const { path, name } = manifest.metaData.remoteEntry;
  const entry = [path, name].filter(Boolean).join('/');
  const needed = [entry, ...(remote.render ? [remote.render] : [])];
  for (const { assets } of manifest.exposes) {
    needed.push(...assets.js.sync, ...assets.js.async, ...assets.css.sync, ...assets.css.async);
  }
  const absent = needed.find((file) => !all.includes(file));
  if (absent)
    throw new GuestError(
      `${MANIFEST} and ${REMOTE} name ${absent}, which is not in ${dir}. Build it again, into an empty folder.`,
    );
  if (!manifest.exposes.some((exposed) => exposed.path === './app')) {
    const names = manifest.exposes.map((exposed) => exposed.path).join(', ') || 'nothing';
    throw new GuestError(`It exposes ${names}: expose its pages as "./app" in the federation plugin.`);
  }
  return { dir, remote, manifest, files: all.filter((file) => file !== REMOTE && file !== remote.render) };
}
