import { mkdirSync, mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { packageDir } from '../paths';

/**
 * Makes an empty folder for sources of a test: within the workspace, as only its own files are sources and its loaders are
 * found from there, and where no test that copies the workspace at the same time looks.
 */
export function makeSourceFolder(): string {
  const built = join(packageDir('tooling'), 'dist');
  mkdirSync(built, { recursive: true });
  return mkdtempSync(join(built, 'sources-'));
}
