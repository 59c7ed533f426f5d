import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

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
