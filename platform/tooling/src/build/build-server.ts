import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { codeDir, codeEnding, packageDir, ROOT, readPackage, SITE_DIR } from '../paths';

/** Defines `require`, by which bundled CommonJS packages load Node's own modules. */
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

/** Packages that are bundled all the same: a server needs a tenth of them, and would hold all in memory (6 MB of a composer). */
const BUNDLED_PACKAGES = new Set(['zod']);

/** Returns a package's installed dependencies, which stay outside the bundle. */
const installedIn = (dir: string): string[] => {
  const { dependencies = {} } = readPackage(dir);
  return Object.keys(dependencies).filter(
    (name) => !BUNDLED_PACKAGES.has(name) && !dependencies[name]?.startsWith('workspace:'),
  );
};

/** Bundles the composer's browser scripts on both sides of an isolated remote, one file each. */
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
 * Bundles the composer, and its guests' program.
 * @param folder within its `dist`, or absolute
 * @param external packages that stay outside; none where nothing is installed
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

/** Bundles one program of a package's folder. @param entry within the folder @param outfile within it, or absolute */
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
 * Bundles the site's definition with its imports, for the composer.
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
