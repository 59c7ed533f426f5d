import { existsSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));

/** The workspace's root folder. */
export const ROOT = dirname(dirname(dirname(HERE)));

const named = process.env.SITE_DIR && resolve(ROOT, process.env.SITE_DIR);
const own = join(ROOT, 'site');
const hasOwn = existsSync(join(own, 'site.ts'));

/** Folder of the site's definition: `SITE_DIR`, else `site`, else one that stands in where a repository has none. */
export const SITE_DIR = named || (hasOwn ? own : join(HERE, 'site', 'default-site'));

/** The folder that holds the site's apps, the shell among them: the one around {@link SITE_DIR}. */
export const SITE_ROOT = named || hasOwn ? dirname(SITE_DIR) : ROOT;

const PLATFORM = readdirSync(join(ROOT, 'platform'));

/** A package's folder, relative to the root. */
export const packagePath = (name: string): string => {
  if (PLATFORM.includes(name)) return join('platform', name);
  return name === 'api-wire' ? join('api', 'wire') : name;
};

/** A package's folder: of the platform, else of the site. */
export const packageDir = (name: string): string =>
  PLATFORM.includes(name) ? join(ROOT, 'platform', name) : join(SITE_ROOT, packagePath(name));
