import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, extname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type AppName, SHELL } from '@wholepage/contracts/release';
import { workspaceRoot } from '@wholepage/releases/settings';

const FILE = fileURLToPath(import.meta.url);

/** Installed from a registry or a tarball, packages are compiled; in the platform's own repository they are sources. */
export const isPacked = extname(FILE) === '.js';

export const ROOT = workspaceRoot(FILE);

/** Folder of the site's definition: `SITE_DIR`, else `site`. */
export const SITE_DIR = resolve(ROOT, process.env.SITE_DIR || 'site');

/** The folder that holds the site's apps, the shell among them: the one around {@link SITE_DIR}. */
export const SITE_ROOT = dirname(SITE_DIR);

/** The folder with the platform's packages, here and when installed. */
const PLATFORM_DIR = dirname(dirname(dirname(FILE)));

/** The folder with platform packages that only some sites install. */
const INSTALLED = join(ROOT, 'node_modules', '@wholepage');

/** The folder of a package: one of the platform's, else one of the site's. */
export const packageDir = (name: string): string => {
  const platform = [PLATFORM_DIR, INSTALLED].map((folder) => join(folder, name)).find((folder) => existsSync(folder));
  if (platform) return realpathSync(platform);
  return join(SITE_ROOT, name === 'api-wire' ? join('api', 'wire') : name);
};

export const codeDir = (name: string): string => join(packageDir(name), isPacked ? 'dist' : 'src');

export interface PackageJson {
  name: string;
  version: string;
  description?: string;
  private?: boolean;
  type?: string;
  license?: string | { type: string };
  licenses?: { type: string }[];
  bin?: Record<string, string>;
  scripts?: Record<string, string>;
  sideEffects?: boolean | string[];
  exports?: Record<string, string>;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  /** Files to pack beside the code; with `!`, folders of the sources to leave out. */
  files?: string[];
}

/** Reads the `package.json` of a folder. @throws Error with the file's name when it is missing, or no JSON */
export function readPackage<More = object>(folder: string): PackageJson & More {
  const file = join(folder, 'package.json');
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} cannot be read: ${error instanceof Error ? error.message : error}`, { cause: error });
  }
}

/** Files below a folder, as sorted relative paths with `/`. @param apart folders to skip, as builds change while they are read */
export const filesBelow = (folder: string, apart: readonly string[] = ['node_modules', 'dist'], below = ''): string[] =>
  readdirSync(join(folder, below), { withFileTypes: true })
    .filter(({ name }) => !apart.includes(name))
    .flatMap((entry) => {
      const path = below + entry.name;
      if (entry.isDirectory()) return filesBelow(folder, apart, `${path}/`);
      return entry.isFile() ? [path] : [];
    })
    .sort();

/** A folder and its ancestors, the nearest first. */
export const foldersFrom = (folder: string): string[] =>
  folder === dirname(folder) ? [folder] : [folder, ...foldersFrom(dirname(folder))];

export const codeEnding = isPacked ? '.js' : '.ts';

/** True for a file of code that is no test. */
export const isCode = (file: string): boolean =>
  /\.[jt]sx?$/.test(file) && !/\.test\.[jt]sx?$/.test(file) && !file.endsWith('.d.ts');

/** The path of a code file for another process or the bundler. @param here `import.meta.url` @param path without the ending */
export const codeFile = (here: string, path: string): string => fileURLToPath(new URL(path + codeEnding, here));

/** True for an app: a folder beside the site's with its own `webpack.config.ts`. */
const isApp = (name: string): boolean =>
  ['package.json', 'webpack.config.ts'].every((file) => existsSync(join(packageDir(name), file)));

/** The apps of the site, the shell first. */
export function workspaceApps(): AppName[] {
  const remotes = readdirSync(SITE_ROOT)
    .filter((name) => name !== SHELL && isApp(name))
    .sort();
  return isApp(SHELL) ? [SHELL, ...remotes] : remotes;
}

export const workspaceRemotes = (): AppName[] => workspaceApps().filter((name) => name !== SHELL);
