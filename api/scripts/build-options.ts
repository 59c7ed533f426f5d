import { fileURLToPath } from 'node:url';
import type { BuildOptions } from 'esbuild';

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** The API in one file, with its packages beside it. */
export const SERVER = {
  entryPoints: [at('src/server.ts')],
  bundle: true,
  packages: 'external',
  alias: { contracts: at('../contracts/src') },
  platform: 'node',
  format: 'esm',
  target: 'node26',
} satisfies BuildOptions;

/** Of a file or folder of this package. */
export const pathOf = at;
