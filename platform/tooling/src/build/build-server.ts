import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';
import { packageDir } from '../paths';

/** CommonJS packages inside the bundle ask for Node's own modules by `require`. */
const REQUIRE =
  "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);";

/** Packages that are installed, not part of this workspace: they stay outside the bundle. */
const installed = (name: string): string[] => {
  const { dependencies = {} } = JSON.parse(readFileSync(join(packageDir(name), 'package.json'), 'utf8')) as {
    dependencies?: Record<string, string>;
  };
  return Object.keys(dependencies).filter((dependency) => !dependencies[dependency]?.startsWith('workspace:'));
};

/** The composer, and what its guests run. */
export const COMPOSER_ENTRIES = ['src/server.ts', 'src/guests/guest-main.ts'];

/** How servers are bundled: ES modules for the pinned Node. */
const COMMON = {
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  target: 'node26',
  format: 'esm',
  banner: { js: REQUIRE },
  logLevel: 'error',
} as const;

/** The composer with all that it uses, so that it runs where nothing is installed. */
export async function bundleComposer(outdir: string): Promise<void> {
  await build({
    ...COMMON,
    absWorkingDir: packageDir('composer'),
    entryPoints: COMPOSER_ENTRIES,
    outdir,
    outbase: join(packageDir('composer'), 'src'),
  });
}

/** Bundles a package's servers. @param entries paths within the package @param folder within its `dist` */
export async function buildServer(name: string, entries: string[], folder = 'server'): Promise<void> {
  await build({
    ...COMMON,
    absWorkingDir: packageDir(name),
    entryPoints: entries,
    outdir: join(packageDir(name), 'dist', folder),
    external: installed(name),
    sourcemap: true,
  });
}
