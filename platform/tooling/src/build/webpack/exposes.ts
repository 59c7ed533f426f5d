import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EXPOSED_CHUNK, FRAGMENTS_CHUNK } from '@wholepage/federation/webpack/exposed-chunk';
import type { Compilation } from 'webpack';
import { packageDir } from '../../paths';
import { BuildError } from './run-webpack';

const FRAGMENTS_SOURCE = './src/fragments.tsx';

/** What others may ask of a remote: its pages and, where it has any, its fragments. */
export const exposesOf = (app: string) => ({
  './app': { import: ['./src/app.tsx'], name: EXPOSED_CHUNK },
  ...(existsSync(join(packageDir(app), FRAGMENTS_SOURCE)) && {
    './fragments': { import: [FRAGMENTS_SOURCE], name: FRAGMENTS_CHUNK },
  }),
});

/** What the shell calls of a remote's `./app`. */
export const LIFECYCLES = ['bootstrap', 'mount', 'unmount'] as const;

/**
 * Holds a remote to what the shell calls: without `unmount`, its page would stay under the next one.
 * @param source the file that is exposed as `./app`
 * @throws BuildError naming what is not exported
 */
export function requireLifecycles({ modules, moduleGraph }: Compilation, app: string, source: string): void {
  const exposed = [...modules].find((module) => module.nameForCondition() === source);
  const provided = exposed && moduleGraph.getProvidedExports(exposed);
  if (!Array.isArray(provided)) return;
  const missing = LIFECYCLES.filter((lifecycle) => !provided.includes(lifecycle));
  if (missing.length > 0)
    throw new BuildError(
      `${app} cannot be mounted: ${source} exports no ${missing.join(', no ')}. Export what createRemote() or createRoutedRemote() of the kit gives.`,
    );
}
