import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

await build({
  entryPoints: [at('src/server.ts')],
  outfile: at('dist/server.mjs'),
  bundle: true,
  packages: 'external',
  alias: { contracts: at('../contracts/src') },
  platform: 'node',
  format: 'esm',
  target: 'node26',
});
