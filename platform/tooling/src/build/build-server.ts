import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { codeDir, codeEnding, packageDir, ROOT, readPackage, SITE_DIR } from '../paths';

/** CommonJS packages inside the bundle ask for Node's own modules by `require`. */
export const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);";

/** How servers are bundled: ES modules for the pinned Node. */
export const SERVER_BUNDLE = {
  bundle: true,
  platform: 'node',
  target: 'node26',
  format: 'esm',
  banner: { js: REQUIRE },
  logLevel: 'error',
} as const;

/** Bundled all the same: a server needs a tenth of it, and would hold the whole in memory (6 MB of a composer). */
const BUNDLED_PACKAGES = new Set(['zod']);

/** Packages that are installed, not part of this workspace: they stay outside the bundle. */
const installedIn = (dir: string): string[] => {
  const { dependencies = {} } = readPackage(dir);
  return Object.keys(dependencies).filter(
    (name) => !BUNDLED_PACKAGES.has(name) && !dependencies[name]?.startsWith('workspace:'),
  );
};

/** Scripts of the composer's own on both sides of an isolated remote: each one file, for browsers. */
async function buildIsolatedScripts(outdir: string): Promise<void> {
  await build({
    absWorkingDir: codeDir('shell-kit'),
    entryPoints: { entry: `isolated/isolated-entry${codeEnding}`, frame: `isolated/frame-main${codeEnding}` },
    outdir: join(outdir, 'isolated'),
    bundle: true,
    minify: true,
    platform: 'browser',
    target: 'es2022',
    format: 'iife',
    logLevel: 'error',
  });
}

/**
 * Bundles the composer, and what its guests run.
 * @param folder within its `dist`, or absolute
 * @param external packages that stay outside: none for a place where nothing is installed
 */
export async function buildComposer(folder = 'server', external = installedIn(packageDir('composer'))): Promise<void> {
  const [outdir, from] = [resolve(packageDir('composer'), 'dist', folder), codeDir('composer')];
  await buildIsolatedScripts(outdir);
  await build({
    ...SERVER_BUNDLE,
    outExtension: { '.js': '.mjs' },
    absWorkingDir: from,
    entryPoints: ['server', 'guests/guest-main'].map((path) => path + codeEnding),
    outbase: from,
    outdir,
    external,
    sourcemap: external.length > 0,
  });
}

/** Bundles one program of a folder that is a package. @param entry within the folder @param outfile within it, or absolute */
export async function buildProgram(dir: string, entry: string, outfile: string): Promise<void> {
  await build({
    ...SERVER_BUNDLE,
    absWorkingDir: dir,
    entryPoints: [entry],
    outfile: resolve(dir, outfile),
    external: installedIn(dir),
    minifyWhitespace: true,
    sourcemap: true,
  });
}

/**
 * Bundles the site's definition with all that it uses, as the composer loads it.
 * @param outfile default: `dist/site.mjs` in the site's folder
 * @returns that file
 */
export async function bundleSite(outfile = join(SITE_DIR, 'dist', 'site.mjs')): Promise<string> {
  await build({
    ...SERVER_BUNDLE,
    absWorkingDir: ROOT,
    entryPoints: [join(SITE_DIR, 'site.ts')],
    outfile,
    minifySyntax: true,
  });
  return outfile;
}
