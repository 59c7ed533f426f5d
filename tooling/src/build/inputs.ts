import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { packageDir, ROOT } from '../paths';

const LEFT_OUT = new Set(['node_modules', 'dist', 'var', 'coverage', '.cache', 'gallery', 'illustrations']);
const NOT_SHIPPED = /(\.test\.tsx?|\.examples\.tsx|README\.md)$/;

function* filesOf(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (LEFT_OUT.has(entry.name)) continue;
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesOf(path);
    else if (!NOT_SHIPPED.test(entry.name)) yield path;
  }
}

/**
 * Hash of everything that a build of this app depends on: its sources, what it shares, the presets, the lockfile.
 * Equal inputs make equal releases, so a release that exists need not be built.
 * @returns eight hexadecimal digits
 */
function inputHash(app: string): string {
  const hash = createHash('sha256');
  const folders = [
    packageDir(app),
    packageDir('contracts'),
    packageDir('remote-kit'),
    packageDir('shared-ui'),
    join(packageDir('tooling'), 'src'),
  ];
  const files = [...folders.flatMap((folder) => [...filesOf(folder)]), join(ROOT, 'pnpm-lock.yaml')];
  for (const file of files) {
    if (app === 'shell' && file.startsWith(join(packageDir('shell'), 'server'))) continue;
    hash.update(relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex').slice(0, 8);
}

/** Version of the release that a build of the present sources makes: `1.0.0-3fa9c2d1`. */
export function releaseVersion(app: string): string {
  const { version } = JSON.parse(readFileSync(join(packageDir(app), 'package.json'), 'utf8')) as { version: string };
  return `${version}-${inputHash(app)}`;
}
