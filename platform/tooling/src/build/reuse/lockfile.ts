import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../paths';

/** The lockfile's blocks by section (`packages`, `snapshots`, `importers`) and key. */
export type Lockfile = Record<string, Record<string, string>>;

const unquoted = (key: string): string => key.replaceAll("'", '');

/** Reads `pnpm-lock.yaml` by its indentation: a section at none, an entry at two spaces. */
export function readLockfile(file = join(ROOT, 'pnpm-lock.yaml')): Lockfile {
  const lockfile: Lockfile = {};
  for (const section of readFileSync(file, 'utf8').split(/^(?=\w+:$)/m)) {
    const [name = '', ...blocks] = section.split(/\n(?= {2}\S)/);
    const entries = blocks.map((block): [string, string] => {
      // A key may hold colons of its own: `'@wholepage/remote-kit@file:packages/….tgz':`.
      const [, key = ''] = /^ {2}(.+?):(?=\s|$)/.exec(block) ?? [];
      return [unquoted(key), block.trim()];
    });
    lockfile[name.trim().replace(':', '')] = Object.fromEntries(entries);
  }
  return lockfile;
}

/** As the package manager names folders: `x@file:packages/x.tgz` lies in `x@file+packages+x.tgz`. */
const asFolder = (key: string): string => key.replaceAll(/[:/]/g, '+');

/** What the lockfile says of these packages (`react@19.3.1`): their bytes, and what they themselves use. */
export function lockedEntries(lockfile: Lockfile, packages: readonly string[]): string[] {
  const snapshots = Object.entries(lockfile['snapshots'] ?? {});
  const ofTarballs = new Map(
    Object.entries(lockfile['packages'] ?? {}).flatMap(([key, block]) =>
      key.includes('@file:') ? [[asFolder(key), block]] : [],
    ),
  );
  return packages.flatMap((name) => [
    `${name} ${lockfile['packages']?.[name] ?? ofTarballs.get(asFolder(name)) ?? 'not locked'}`,
    ...snapshots.flatMap(([key, block]) => (asFolder(key.split('(')[0] ?? '') === asFolder(name) ? [block] : [])),
  ]);
}
