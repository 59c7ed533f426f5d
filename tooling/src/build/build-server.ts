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

/** Bundles a package's servers into its `dist/server`. @param entries paths within the package */
export async function buildServer(name: string, entries: string[]): Promise<void> {
  await build({
    absWorkingDir: packageDir(name),
    entryPoints: entries,
    outdir: join(packageDir(name), 'dist', 'server'),
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    target: 'node26',
    format: 'esm',
    external: installed(name),
    banner: { js: REQUIRE },
    sourcemap: true,
    logLevel: 'error',
  });
}
