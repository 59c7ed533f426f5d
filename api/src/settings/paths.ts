import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const isPackage = (folder: string): boolean => {
  const manifest = path.join(folder, 'package.json');
  return existsSync(manifest) && /"name":\s*"api"/.test(readFileSync(manifest, 'utf8'));
};

const findPackage = (): string => {
  let folder = path.dirname(fileURLToPath(import.meta.url));
  while (!isPackage(folder)) {
    const parent = path.dirname(folder);
    if (parent === folder) throw new Error('The folder of the api package was not found above this file.');
    folder = parent;
  }
  return folder;
};

/** Folder of this package, found by its manifest, because the bundle is at another depth than the sources. */
export const PACKAGE_DIR = findPackage();
/** Root folder of all packages. Relative settings such as `DATA_DIR` start here, wherever the command runs. */
export const ROOT_DIR = path.dirname(PACKAGE_DIR);
export const MIGRATIONS_DIR = path.join(PACKAGE_DIR, 'migrations');
export const SAMPLE_POSTS_DIR = path.join(PACKAGE_DIR, 'content', 'posts');
