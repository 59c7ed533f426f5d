import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A package's own manifest, as far as licences are concerned. */
export interface Package {
  name: string;
  version: string;
  private?: boolean;
  license?: string | { type: string };
  licenses?: { type: string }[];
  dependencies?: Record<string, string>;
}

/** A package's folder as Node finds it from another. */
function folderOf(name: string, from: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(candidate, 'package.json'))) return realpathSync(candidate);
    if (dirname(folder) === folder) return undefined;
  }
}

/** All packages that a package depends on when it runs, with their licences. */
export function dependenciesOf(folder: string, seen = new Map<string, Package>()): Map<string, Package> {
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Package;
  for (const name of Object.keys(dependencies)) {
    const at = folderOf(name, folder);
    if (!at || seen.has(at)) continue;
    seen.set(at, JSON.parse(readFileSync(join(at, 'package.json'), 'utf8')) as Package);
    dependenciesOf(at, seen);
  }
  return seen;
}
