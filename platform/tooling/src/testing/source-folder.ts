import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { packageDir } from '../paths';

/**
 * Makes an empty folder for sources of a test. It lies within the workspace, where loaders are found. Tests that copy
 * the workspace at the same time leave it out.
 */
export function makeSourceFolder(): string {
  const built = join(packageDir('tooling'), 'dist');
  mkdirSync(built, { recursive: true });
  return mkdtempSync(join(built, 'sources-'));
}
