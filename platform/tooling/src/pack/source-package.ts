import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isCode } from '../paths';

/** What packing reads of a `package.json`. */
export interface Description {
  name: string;
  version: string;
  description?: string;
  type?: string;
  bin?: Record<string, string>;
  scripts?: Record<string, string>;
  sideEffects?: boolean | string[];
  exports?: Record<string, string>;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  /** What is packed beside the code, and with `!` folders of the sources that are not. */
  files?: string[];
}

/** A package as its sources are. */
export interface SourcePackage {
  dir: string;
  description: Description;
  /** Folder of the code within the package: `src`, or empty. */
  codeRoot: string;
  /** Code without its tests, and styles, each relative to {@link codeRoot}. */
  sources: string[];
}

const APART = new Set(['node_modules', 'dist']);

const filesIn = (dir: string, below = ''): string[] =>
  readdirSync(join(dir, below), { withFileTypes: true }).flatMap((entry) => {
    if (APART.has(entry.name)) return [];
    const path = join(below, entry.name);
    return entry.isDirectory() ? filesIn(dir, path) : [path];
  });

/** @param dir folder of the package */
export function readSourcePackage(dir: string): SourcePackage {
  const description = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as Description;
  const codeRoot = existsSync(join(dir, 'src')) ? 'src' : '';
  const without = (description.files ?? []).filter((path) => path.startsWith('!')).map((path) => `${path.slice(1)}/`);
  const sources = filesIn(join(dir, codeRoot)).filter(
    (path) =>
      (isCode(path) || path.endsWith('.css')) && !without.some((folder) => join(codeRoot, path).startsWith(folder)),
  );
  return { dir, description, codeRoot, sources };
}
