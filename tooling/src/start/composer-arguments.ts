import { join } from 'node:path';
import { packageDir } from '../paths';

/**
 * How Node runs the composer. Pages that are made pass through its young generation and are garbage at once: with 4 MB
 * for it the process stays at 130–150 MB after thousands of them, with Node's 16 MB at 200.
 */
export const composerArguments = (): string[] => [
  '--enable-source-maps',
  '--max-semi-space-size=4',
  join(packageDir('shell'), 'dist', 'server', 'server.mjs'),
];
