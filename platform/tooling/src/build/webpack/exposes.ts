import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { EXPOSED_CHUNK, FRAGMENTS_CHUNK } from '@wholepage/federation/webpack/exposed-chunk';
import { packageDir } from '../../paths';

const FRAGMENTS_SOURCE = './src/fragments.tsx';

/** What others may ask of a remote: its pages and, where it has any, its fragments. */
export const exposesOf = (app: string) => ({
  './app': { import: ['./src/app.tsx'], name: EXPOSED_CHUNK },
  ...(existsSync(join(packageDir(app), FRAGMENTS_SOURCE)) && {
    './fragments': { import: [FRAGMENTS_SOURCE], name: FRAGMENTS_CHUNK },
  }),
});
