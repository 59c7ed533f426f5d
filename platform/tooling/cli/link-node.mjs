import { rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { exitOnError } from './bootstrap.mjs';
import { pinnedNode, ROOT } from './runtime.mjs';

/**
 * After each installation: `node_modules/.bin/node` becomes the pinned Node itself. The package manager puts a shell
 * script there, which would stay between a command and its process and take the signals meant for it.
 */
exitOnError(() => {
  const link = join(ROOT, 'node_modules', '.bin', 'node');
  rmSync(link, { force: true });
  symlinkSync(pinnedNode(), link);
});
