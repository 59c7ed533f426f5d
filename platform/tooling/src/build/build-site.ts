import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT, SITE_DIR } from '../paths';

/**
 * Bundles the site's definition with all that it uses, as the composer loads it.
 * @param outfile default: `dist/site.mjs` in the site's folder
 */
export async function bundleSite(outfile = join(SITE_DIR, 'dist', 'site.mjs')): Promise<void> {
  await build({
    absWorkingDir: ROOT,
    entryPoints: [join(SITE_DIR, 'site.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node26',
    format: 'esm',
    minifySyntax: true,
    logLevel: 'error',
  });
}
