import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTrust, type Trust } from './trust/trust';

/** What a workspace's root folder holds. */
const MARK = 'pnpm-workspace.yaml';

/** Of a file of a platform package's sources, or of a bundle that lies as deep. */
const FOLDERS_ABOVE = 4;

/**
 * The workspace's root folder: the nearest above a file that holds `pnpm-workspace.yaml`. Installed packages lie below it, too.
 * Where no folder holds one, the files lie as they do in the repository.
 * @param file of this package or another of the platform
 */
export function workspaceRoot(file: string): string {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, MARK))) return folder;
  }
  return Array.from({ length: FOLDERS_ABOVE }).reduce<string>((folder) => dirname(folder), file);
}

/** The workspace's root folder: relative places are meant from there. */
const ROOT = workspaceRoot(fileURLToPath(import.meta.url));

/** Whether a store is another machine's, and no folder of this one. */
export const isDistant = (place: string): boolean => /^[a-z0-9]+:\/\//.test(place);

/** A folder of `DATA_DIR`. */
const dataFolder = (env: NodeJS.ProcessEnv, name: string): string => join(env['DATA_DIR'] || 'var', name);

const at = (place: string, root = ROOT): string => (isDistant(place) || isAbsolute(place) ? place : join(root, place));

/** The store that releases are published to: `RELEASES_URL`, else `{DATA_DIR}/releases`. @param root of relative places */
export const storePlace = (env: NodeJS.ProcessEnv = process.env, root?: string): string =>
  at(env['RELEASES_URL'] || dataFolder(env, 'releases'), root);

/** Where lies what nobody is served: `PRIVATE_STORE_URL`, else `{DATA_DIR}/private`. */
export const privateStorePlace = (env: NodeJS.ProcessEnv = process.env, root?: string): string =>
  at(env['PRIVATE_STORE_URL'] || dataFolder(env, 'private'), root);

/** The commit that releases are built from: `RELEASE_COMMIT`, an id or an address; undefined where it is not set. */
export const releaseCommit = (): string | undefined => process.env['RELEASE_COMMIT'] || undefined;

/** Address of a service that speaks S3's language; empty for AWS itself. */
export const s3Endpoint = (): string => process.env['S3_ENDPOINT'] ?? '';

/** Folder of the keys and pins that were made on this machine. */
export const localKeysDir = (env: NodeJS.ProcessEnv = process.env): string => at(dataFolder(env, 'release-keys'));

/** Whose releases and steps are believed: what is pinned, else what was made here at first need. */
export const environmentTrust = (env: NodeJS.ProcessEnv = process.env): Trust =>
  createTrust({
    keysDir: localKeysDir(env),
    pinned: env['RELEASE_KEYS'] ?? '',
    signingKey: env['RELEASE_SIGNING_KEY'] ?? '',
    stepSigningKey: env['STEP_SIGNING_KEY'] ?? '',
  });

/** The account's name; its number where it has none, as in many containers. */
const accountName = (): string => {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
};

/** Who takes a step or types a command, for histories and audits. */
export const releasedBy = (env: NodeJS.ProcessEnv = process.env): string => env['RELEASED_BY'] || accountName();
