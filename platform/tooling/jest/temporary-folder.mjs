import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** All temporary files of a test run go into one folder, so that nothing is left of a test that failed or was killed. */
export default function makeTemporaryFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'tests-'));
  // The database runs as a user of its own when we are root.
  chmodSync(folder, 0o755);
  globalThis.__temporaryFolder = folder;
  process.env.TMPDIR = folder;
}

export function removeTemporaryFolder() {
  rmSync(globalThis.__temporaryFolder, { recursive: true, force: true, maxRetries: 5 });
}
