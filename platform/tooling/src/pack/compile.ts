import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { build, type Plugin } from 'esbuild';
import { packageDir, ROOT } from '../paths';
import type { SourcePackage } from './pack-platform';

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

const compiler = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc');

const IMPORTED = /((?:from |import\(|import )['"])(\.{1,2}\/[^'"]+)(['"])/g;

/** Declarations name files as Node resolves them, so that they fit every `moduleResolution`. */
const withEndings = (text: string, folder: string): string =>
  text.replace(IMPORTED, (whole, before: string, path: string, after: string) => {
    if (existsSync(join(folder, `${path}.d.ts`))) return `${before}${path}.js${after}`;
    return existsSync(join(folder, path, 'index.d.ts')) ? `${before}${path}/index.js${after}` : whole;
  });

/**
 * Writes the declarations of packages, by one run of the compiler for all of them.
 * @param work an empty folder within the workspace
 * @throws with what the compiler said
 */
export async function declare(packages: readonly { source: SourcePackage; outDir: string }[], work: string) {
  const config = join(work, 'tsconfig.json');
  const compilerOptions = {
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: ROOT,
    outDir: join(work, 'types'),
    types: ['node', 'jest'],
  };
  const files = packages.flatMap(({ source: { dir, codeRoot, sources } }) =>
    sources.filter((path) => /\.tsx?$/.test(path)).map((path) => join(dir, codeRoot, path)),
  );
  const ambient = join(packageDir('tooling'), 'types', 'ambient.d.ts');
  await mkdir(work, { recursive: true });
  await writeFile(
    config,
    JSON.stringify({ extends: join(ROOT, 'tsconfig.base.json'), compilerOptions, files: [...files, ambient] }),
  );
  await promisify(execFile)(process.execPath, [compiler(), '--pretty', 'false', '-p', config]).catch(
    ({ stdout, message }: { stdout?: string; message: string }) => {
      throw new Error(`The declarations could not be made:\n${stdout?.trim() || message}`);
    },
  );
  for (const { source, outDir } of packages) {
    const made = join(work, 'types', relative(ROOT, source.dir), source.codeRoot);
    const names = (await readdir(made, { recursive: true })).filter((name) => name.endsWith('.d.ts'));
    for (const name of names) {
      const file = join(made, name);
      await writeFile(file, withEndings(await readFile(file, 'utf8'), dirname(file)));
    }
    await cp(made, outDir, { recursive: true });
  }
  await rm(work, { recursive: true });
}
