import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, relative } from 'node:path';
import type { AppName } from '@wholepage/contracts/release';
import { ROOT } from '../paths';

const COPIED = [
  'platform',
  'site',
  'api/wire',
  'shared-ui',
  'jest.config.mjs',
  'package.json',
  'pnpm-lock.yaml',
  'tsconfig.base.json',
];
/** Folders that are linked, because no test changes them. */
const LINKED = ['node_modules', 'shared-ui/pictures'];

/** A copy of the sources that a test may change while others build from the real ones. */
export interface WorkspaceCopy {
  root: string;
  /** Replaces a text in a file. @throws Error when the file lacks it */
  edit(file: string, from: string, to: string): Promise<void>;
  remove(): Promise<void>;
}

/** @param apps the apps that the test needs */
export async function copyWorkspace(...apps: AppName[]): Promise<WorkspaceCopy> {
  const root = await mkdtemp(join(tmpdir(), 'workspace-'));
  for (const name of [...COPIED, ...apps]) {
    await cp(join(ROOT, name), join(root, name), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => basename(source) !== 'dist' && !LINKED.includes(relative(ROOT, source)),
    });
  }
  for (const name of LINKED) await symlink(join(ROOT, name), join(root, name));
  return {
    root,
    async edit(file, from, to) {
      const path = join(root, file);
      const text = await readFile(path, 'utf8');
      if (!text.includes(from)) throw new Error(`${file} does not hold "${from}".`);
      await writeFile(path, text.replace(from, to));
    },
    remove: () => rm(root, { recursive: true, force: true }),
  };
}
