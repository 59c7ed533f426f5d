import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The workspace's root folder. */
export const ROOT = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

const PLATFORM = readdirSync(join(ROOT, 'platform'));

/** A package's folder, relative to the root: those of the platform lie in one folder. */
export const packagePath = (name: string): string => {
  if (PLATFORM.includes(name)) return join('platform', name);
  return name === 'api-wire' ? join('api', 'wire') : name;
};

/** A package's folder. */
export const packageDir = (name: string): string => join(ROOT, packagePath(name));

/** Drawings and photographs that content may name. */
export const PICTURES_DIR = join(ROOT, 'shared-ui', 'pictures');

/** What several texts of the site's content state, each by its name. */
export const FACTS_FILE = join(ROOT, 'facts.json');
