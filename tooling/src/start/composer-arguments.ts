import { join } from 'node:path';
import { packageDir } from '../paths';

/**
 * How Node runs the composer. Pages that are made pass through its young generation and are garbage at once: with 4 MB for it,
 * and a heap that is kept small rather than swept seldom, the process stays below 140 MB after ten thousand of them (217 before),
 * and a page from memory is sent a tenth slower, which a core has to spare. Without source maps: they cost 17 MB and part of
 * every start, for the sake of line numbers that a bundle of readable code has, too.
 */
export const composerArguments = (): string[] => [
  '--max-semi-space-size=4',
  '--optimize-for-size',
  join(packageDir('shell'), 'dist', 'server', 'server.mjs'),
];
