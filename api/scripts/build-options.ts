import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SERVER_BUNDLE } from '@wholepage/tooling/build-server';
import type { BuildOptions } from 'esbuild';

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url));

const { dependencies } = JSON.parse(readFileSync(at('package.json'), 'utf8')) as {
  dependencies: Record<string, string>;
};

/**
 * The API in one file, with its packages, and beside it the programs of `src/confined`. V8 holds a program's text:
 * without most comments it takes 4 MB, not 12. Names and short lines stay, for stack traces. Beside it are the
 * `dependencies` of this package: those that are not JavaScript, and one that few sites need. See docs/decisions/0011.
 */
export const SERVER = {
  entryPoints: [at('src/server.ts'), at('src/confined/post-html.ts'), at('src/confined/picture.ts')],
  ...SERVER_BUNDLE,
  outExtension: { '.js': '.mjs' },
  entryNames: '[name]',
  outdir: at('dist'),
  minifyWhitespace: true,
  lineLimit: 120,
  external: [...Object.keys(dependencies), 'pg-native'],
} satisfies BuildOptions;

/** Returns the absolute path of a file or folder of this package. */
export const pathOf = at;
