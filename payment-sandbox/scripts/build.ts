import { fileURLToPath } from 'node:url';
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
  bundle: true,
  platform: 'node',
  format: 'esm',
  target: 'node26',
  sourcemap: 'linked',
  // CommonJS packages inside the bundle ask for Node's own modules by `require`.
  banner: {
    js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
  },
});
