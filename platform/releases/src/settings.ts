import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTrust, type Trust } from './trust/trust';

/** File that marks a workspace's root folder. */
const MARK = 'pnpm-workspace.yaml';

/** Folders from a platform package's source, or its bundle, up to the root. */
const FOLDERS_ABOVE = 4;

/**
 * Finds the workspace's root: the nearest folder above a file with `pnpm-workspace.yaml`, which is also above installed
 * packages. Without one, the repository's layout is assumed.
 * @param file of this package or another of the platform
 */
export function workspaceRoot(file: string): string {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, MARK))) return folder;
  }
  return Array.from({ length: FOLDERS_ABOVE }).reduce<string>((folder) => dirname(folder), file);
}

/** The workspace's root folder, base of relative places. */
const ROOT = workspaceRoot(fileURLToPath(import.meta.url));

/** Whether a store is remote, and no folder of this machine. */
export const isDistant = (place: string): boolean => /^[a-z0-9]+:\/\//.test(place);

/** A folder of `DATA_DIR`. */
const dataFolder = (env: NodeJS.ProcessEnv, name: string): string => join(env['DATA_DIR'] || 'var', name);

const at = (place: string, root = ROOT): string => (isDistant(place) || isAbsolute(place) ? place : join(root, place));

/** Returns the place of the release store: `RELEASES_URL`, else `{DATA_DIR}/releases`. @param root of relative places */
export const storePlace = (env: NodeJS.ProcessEnv = process.env, root?: string): string =>
  at(env['RELEASES_URL'] || dataFolder(env, 'releases'), root);

/** Returns the place of the private store, which is never served: `PRIVATE_STORE_URL`, else `{DATA_DIR}/private`. */
export const privateStorePlace = (env: NodeJS.ProcessEnv = process.env, root?: string): string =>
  at(env['PRIVATE_STORE_URL'] || dataFolder(env, 'private'), root);

/** Returns the commit of releases: `RELEASE_COMMIT`, an id or an address; undefined where it is not set. */
export const releaseCommit = (): string | undefined => process.env['RELEASE_COMMIT'] || undefined;

/** Returns the address of an S3-compatible service; empty for AWS. */
export const s3Endpoint = (): string => process.env['S3_ENDPOINT'] ?? '';

/** Returns the folder of keys and pins made on this machine. */
export const localKeysDir = (env: NodeJS.ProcessEnv = process.env): string => at(dataFolder(env, 'release-keys'));

/** Returns the environment's trust: pinned keys, else keys made on this machine on first use. */
export const environmentTrust = (env: NodeJS.ProcessEnv = process.env): Trust =>
  createTrust({
    keysDir: localKeysDir(env),
    pinned: env['RELEASE_KEYS'] ?? '',
    signingKey: env['RELEASE_SIGNING_KEY'] ?? '',
    stepSigningKey: env['STEP_SIGNING_KEY'] ?? '',
  });

/** Returns the account's name, or its number where it has none, as in many containers. */
const accountName = (): string => {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
};

/** Returns the author of steps and commands, for histories and audits. */
export const releasedBy = (env: NodeJS.ProcessEnv = process.env): string => env['RELEASED_BY'] || accountName();
