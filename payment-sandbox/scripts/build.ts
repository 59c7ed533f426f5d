import { fileURLToPath } from 'node:url';
import { SERVER_BUNDLE } from '@wholepage/tooling/build-server';
import { build } from 'esbuild';

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

await build({
  entryPoints: ['checkout.ts', 'frame.ts', 'frame.css'].map((file) => at(`src/browser/${file}`)),
  outdir: at('dist/browser'),
  bundle: true,
  minify: true,
  format: 'iife',
  target: 'es2022',
});
await build({
  entryPoints: [at('src/server.ts')],
  outfile: at('dist/server.mjs'),
  ...SERVER_BUNDLE,
  sourcemap: 'linked',
});
