import { chmodSync, mkdtempSync, readFileSync, realpathSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A tenth of it is used; `npm test -- --all` installs whole repositories there. */
const ENOUGH_BYTES = 6 * 2 ** 30;

/** In memory where much of it is free: a disk takes 200 ms for each of the hundreds of databases that tests make, memory 14. */
function place() {
  if (process.env.TMPDIR) return tmpdir();
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    const isOpen = !/ \/dev\/shm .*noexec/.test(readFileSync('/proc/mounts', 'utf8'));
    const free = Math.min(bavail * bsize, process.availableMemory());
    return isOpen && free > ENOUGH_BYTES ? '/dev/shm' : tmpdir();
  } catch {
    // Other systems have no such folder.
    return tmpdir();
  }
}

/** All temporary files of a test run go into one folder, so that nothing is left of a test that failed or was killed. */
export default function makeTemporaryFolder() {
  // By its own name: macOS leads to its temporary folder by a link, behind which guests may read nothing.
  const folder = realpathSync(mkdtempSync(join(place(), 'tests-')));
  // The database runs as a user of its own when we are root.
  chmodSync(folder, 0o755);
  globalThis.__temporaryFolder = folder;
  process.env.TMPDIR = folder;
}

export function removeTemporaryFolder() {
  rmSync(globalThis.__temporaryFolder, { recursive: true, force: true, maxRetries: 5 });
}
