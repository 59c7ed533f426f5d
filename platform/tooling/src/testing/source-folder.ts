import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { packageDir } from '../paths';

/**
 * Makes an empty folder for a test's sources. It lies in the workspace, where loaders are found, and is left out by
 * tests that copy the workspace at the same time.
 */
export function makeSourceFolder(): string {
  const built = join(packageDir('tooling'), 'dist');
  mkdirSync(built, { recursive: true });
  return mkdtempSync(join(built, 'sources-'));
}
