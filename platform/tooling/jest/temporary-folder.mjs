import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Free memory required; a tenth is used, but `npm test -- --all` installs whole repositories there. */
const ENOUGH_BYTES = 6 * 2 ** 30;

/** Returns a folder in memory, if much is free: tests create hundreds of databases, each in 200 ms on disk, 14 in memory. */
function place() {
  if (process.env.TMPDIR) return tmpdir();
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    const isOpen = !/ \/dev\/shm .*noexec/.test(readFileSync('/proc/mounts', 'utf8'));
    const free = Math.min(bavail * bsize, process.availableMemory());
    return isOpen && free > ENOUGH_BYTES ? '/dev/shm' : tmpdir();
  } catch {
    // Not on other systems.
    return tmpdir();
  }
}

/** Puts all temporary files of a test run into one folder, so that failed or killed tests leave nothing. */
export default function makeTemporaryFolder() {
  // The real path: on macOS the temporary folder is a link, which guests may not follow.
  const folder = realpathSync(mkdtempSync(join(place(), 'tests-')));
  // As root, the database runs as a user of its own.
  chmodSync(folder, 0o755);
  globalThis.__temporaryFolder = folder;
  process.env.TMPDIR = folder;
}

export function removeTemporaryFolder() {
  rmSync(globalThis.__temporaryFolder, { recursive: true, force: true, maxRetries: 5 });
}
