import type { Chunk, Module } from 'webpack';

/** Name of the chunk that holds a remote's `./app`. */
export const EXPOSED_CHUNK = 'app';
/** Name of the chunk that holds its `./fragments`. */
export const FRAGMENTS_CHUNK = 'fragments';

const isOwn = (module: Module): boolean => !/[\\/]node_modules[\\/]/.test(module.nameForCondition() ?? '');

/**
 * For `splitChunks.cacheGroups`: puts what a remote exposes into its entry, so that no page fetches another file for
 * it. It runs when the container is opened and its shares have come. Code of others stays in files of its own, which do
 * not change with each release.
 * @param entry name of the entry's chunk
 */
export const exposedInEntry = (entry: string) => ({
  name: entry,
  type: /^javascript\//,
  test: isOwn,
  chunks: ({ name }: Chunk) => name === EXPOSED_CHUNK,
  enforce: true,
});
