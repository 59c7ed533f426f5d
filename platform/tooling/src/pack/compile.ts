import { existsSync } from 'node:fs';
import { cp, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import type { SourcePackage } from './source-package';

const CODE = /\.tsx?$/;
const ENDINGS = ['.ts', '.tsx', '/index.ts'];

/** `../x` of a source as browsers and Node ask for it: `../x.js`. @throws when there is no such file */
function compiledPath(path: string, folder: string): string {
  const at = join(folder, path);
  if (/\.\w+$/.test(path) && existsSync(at)) return path.replace(CODE, '.js');
  const ending = ENDINGS.find((each) => existsSync(at + each));
  if (!ending) throw new Error(`${folder} imports ${path}, which is not there.`);
  return path + ending.replace(CODE, '.js');
}

/** Each file stays a file of its own, and names the others as they lie after compiling. */
const fileByFile: Plugin = {
  name: 'file-by-file',
  setup({ onResolve }) {
    onResolve({ filter: /.*/ }, ({ kind, path, resolveDir }) => {
      if (kind === 'entry-point') return undefined;
      return { path: path.startsWith('.') ? compiledPath(path, resolveDir) : path, external: true };
    });
  },
};

/** Compiles a package to ES modules, one for each source, and copies its styles. @param outDir its `dist` */
export async function compile({ dir, codeRoot, sources }: SourcePackage, outDir: string): Promise<void> {
  const from = join(dir, codeRoot);
  await build({
    absWorkingDir: from,
    entryPoints: sources.filter((path) => CODE.test(path)),
    outbase: from,
    outdir: outDir,
    bundle: true,
    treeShaking: false,
    plugins: [fileByFile],
    format: 'esm',
    platform: 'neutral',
    target: 'es2023',
    jsx: 'automatic',
    charset: 'utf8',
    legalComments: 'inline',
    logLevel: 'error',
  });
  for (const path of sources.filter((one) => !CODE.test(one))) {
    await mkdir(dirname(join(outDir, path)), { recursive: true });
    await cp(join(from, path), join(outDir, path));
  }
}
