import { join } from 'node:path';
import { packageDir } from '../paths';

/**
 * How Node runs the composer. Pages that are made pass through its young generation and are garbage at once: with 4 MB
 * for it the process stays at 130–150 MB after thousands of them, with Node's 16 MB at 200. Without source maps: they cost
 * 17 MB and part of every start, for the sake of line numbers that a bundle of readable code has, too.
 */
export const composerArguments = (): string[] => [
  '--max-semi-space-size=4',
  join(packageDir('shell'), 'dist', 'server', 'server.mjs'),
];
