import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { appendFile, cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { emulatorFile, PACKED_EMULATOR } from '@wholepage/releases/s3-stand-in';
import { build, type Plugin } from 'esbuild';
import { parse } from 'yaml';
import { buildComposer, buildProgram, REQUIRE } from '../build/build-server';
import { filesBelow, isCode, type PackageJson, packageDir, ROOT, readPackage } from '../paths';
import { typedPath, UsageError } from '../run/command';
import { compiler } from '../run/spawn';
import { runScript } from '../start/build/build-all';

/** `wholepage pack DIR [package…]`: packs these packages of the platform, or all, for npm. A path names another folder. */
export async function pack([dir, ...more]: readonly string[]): Promise<void> {
  if (!dir) throw new UsageError('Where to? Name a folder for the tarballs.');
  const packed = await packPlatform(typedPath(dir), more.length > 0 ? more : undefined);
  for (const { name, version, file } of packed) console.log(`${name} ${version}: ${file}`);
}

const ALL = [
  ...['contracts', 'page-rules', 'telemetry', 'federation', 'releases', 'remote-kit', 'shell-kit'],
  ...['composer', 'database', 'sign-in', 'staff-kit', 'console', 'tooling', 'create-wholepage'],
];

/** A packed package: its name and its tarball. */
export interface Packed {
  name: string;
  version: string;
  file: string;
}

const run = promisify(execFile);

/**
 * Adds a package's programs: the bundles of composer, console and the trial's bucket, which need nothing outside the
 * package, and the site that `npm create` copies.
 * @param tarballs folder of all other packages, if they are packed
 */
async function addPrograms({ dir, description }: SourcePackage, outDir: string, tarballs?: string): Promise<void> {
  if (dir === packageDir('composer')) await buildComposer(join(outDir, 'server'));
  if (dir === packageDir('releases'))
    await build({ ...INLINED, entryPoints: [emulatorFile()], outfile: join(outDir, 'store', PACKED_EMULATOR) });
  if (!description.scripts?.['build']) return;
  await runScript(dir, join('scripts', 'build.ts'), outDir, ...(tarballs ? [tarballs] : []));
  if (dir !== packageDir('console')) return;
  await cp(join(packageDir('sign-in'), 'migrations'), join(outDir, 'sign-in'), { recursive: true });
  // The command line is bundled for packages; in this repository it runs from its sources.
  await buildProgram(dir, 'src/cli.ts', join(outDir, 'cli.mjs'));
  // The command line runs without source maps.
  await rm(join(outDir, 'cli.mjs.map'));
}

interface Workspace {
  packages: string[];
  catalog: Record<string, string>;
  overrides: Record<string, string>;
}

export const readWorkspace = async (): Promise<Workspace> =>
  parse(await readFile(join(ROOT, 'pnpm-workspace.yaml'), 'utf8'));

/** Compiles the packages side by side, then packs them with npm. */
async function packSources(dirs: readonly string[], outDir: string, work: string): Promise<void> {
  const packages = dirs.map((dir) => {
    const source = readSourcePackage(dir);
    const folder = join(work, source.description.name.replace('/', '-'));
    return { source, folder, outDir: join(folder, 'dist') };
  });
  const packed = Object.fromEntries(
    packages.map(({ source: { description } }) => [description.name, description.version]),
  );
  const versions = { catalog: (await readWorkspace()).catalog, packed };
  await declare(
    packages.filter(({ source }) => source.sources.length > 0),
    join(work, 'declarations'),
  );
  const isOfOthers = ({ source }: (typeof packages)[number]) => source.dir === packageDir('create-wholepage');
  const others = packages.filter((one) => !isOfOthers(one));
  for (const some of [others, packages.filter(isOfOthers)]) {
    for (const { source, folder, outDir: dist } of some) {
      await writeSources(source, versions, folder);
      if (source.sources.length > 0) await compile(source, dist);
      await addPrograms(source, dist, dirs.length < ALL.length ? undefined : outDir);
    }
    const folders = some.map(({ folder }) => folder);
    if (folders.length > 0) await run('npm', ['pack', '--silent', '--pack-destination', outDir, ...folders]);
  }
}

async function describeTarball(file: string): Promise<Packed> {
  const { stdout } = await run('tar', ['-xzOf', file, 'package/package.json']);
  const { name, version } = JSON.parse(stdout) as Packed;
  return { name, version, file };
}

/** Packs packages, or folders below the root, for `npm install`. @throws UsageError when a version exists with other code */
export async function packPlatform(outDir: string, names: readonly string[] = ALL): Promise<Packed[]> {
  await mkdir(outDir, { recursive: true });
  const work = join(ROOT, 'node_modules', '.cache', `pack-${process.pid}`);
  await using ended = new AsyncDisposableStack();
  ended.defer(() => rm(work, { recursive: true, force: true }));
  const dirs = names.map((name) => (ALL.includes(name) ? packageDir(name) : join(ROOT, name)));
  const made = join(work, 'tarballs');
  await mkdir(made, { recursive: true });
  await packSources(dirs, made, work);
  await requireSameBytes(made, outDir);
  for (const name of await readdir(made)) await cp(join(made, name), join(outDir, name));
  return tarballsIn(outDir);
}

/** Requires that a version never changes its content, because lockfiles hold its hash. @throws UsageError with what differs */
async function requireSameBytes(made: string, outDir: string): Promise<void> {
  const changed: string[] = [];
  for (const { name, version, file } of await tarballsIn(made)) {
    const before = await readFile(join(outDir, basename(file))).catch(() => undefined);
    if (before?.equals(await readFile(file)) === false) changed.push(`${name} ${version} is there with other code.`);
  }
  if (changed.length === 0) return;
  const raise =
    'Describe each change by `npx changeset`, raise the versions by `npx changeset version`, and try again.';
  throw new UsageError([`Nothing was written to ${outDir}.`, ...changed, raise].join('\n'));
}

export async function tarballsIn(folder: string): Promise<Packed[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.tgz')).sort();
  return Promise.all(names.map((name) => describeTarball(join(folder, name))));
}

/** The note on the licence: the owner has chosen none yet. */
const LICENCE = 'Licence: none is chosen yet (`UNLICENSED`). All rights are reserved: ask the owner before you use it.';

/** Files for people in every package. */
const WORDS = ['README.md', 'CHANGELOG.md'];

/** Writes a packed package's files beside its code: its `package.json`, its documents, and what `files` names. */
async function writeSources(source: SourcePackage, versions: Versions, folder: string): Promise<void> {
  const { dir, description } = source;
  await mkdir(folder, { recursive: true });
  const text = JSON.stringify(packedDescription(source, versions), null, 2);
  await writeFile(join(folder, 'package.json'), `${text}\n`);
  const others = (description.files ?? []).filter((path) => !path.startsWith('!'));
  for (const path of [...WORDS, ...others]) await cp(join(dir, path), join(folder, path), { recursive: true });
  await appendFile(join(folder, 'README.md'), `\n${LICENCE}\n`);
}

interface SourcePackage {
  dir: string;
  description: PackageJson;
  /** Folder of the code within the package: `src`, or empty. */
  codeRoot: string;
  /** Code without its tests, and styles, each relative to {@link codeRoot}. */
  sources: string[];
}

function readSourcePackage(dir: string): SourcePackage {
  const description = readPackage(dir);
  const codeRoot = existsSync(join(dir, 'src')) ? 'src' : '';
  const without = (description.files ?? []).filter((path) => path.startsWith('!')).map((path) => `${path.slice(1)}/`);
  const sources = filesBelow(join(dir, codeRoot)).filter(
    (path) =>
      (isCode(path) || path.endsWith('.css')) && !without.some((folder) => join(codeRoot, path).startsWith(folder)),
  );
  return { dir, description, codeRoot, sources };
}

/** Versions by name: of dependencies in the catalog (`catalog:`), and of the packed packages (`workspace:*`). */
interface Versions {
  catalog: Readonly<Record<string, string>>;
  packed: Readonly<Record<string, string>>;
}

function versioned(dependencies: Record<string, string> | undefined, { catalog, packed }: Versions, by: string) {
  if (!dependencies) return undefined;
  return Object.fromEntries(
    Object.entries(dependencies).map(([name, range]) => {
      const version = range.startsWith('workspace:') ? packed[name] : range === 'catalog:' ? catalog[name] : range;
      if (!version) throw new Error(`${by} depends on ${name}, which is not packed: pack it, too.`);
      return [name, version];
    }),
  );
}

const within = (path: string, codeRoot: string): string => relative(codeRoot || '.', path);

/** Maps `./src/x.ts` to its declarations and its code below `dist`; undefined for files that are not packed. */
function exported(target: string, { codeRoot, sources }: SourcePackage) {
  const [folder, pattern] = [within(target, codeRoot), target.includes('*')];
  // The file lies outside the code's folder: `files` names it.
  if (folder.startsWith('..')) return target;
  if (!pattern && !sources.includes(folder)) return undefined;
  const file = `./${join('dist', folder)}`;
  if (file.endsWith('.css')) return file;
  return { types: file.replace(/\.tsx?$/, '.d.ts'), default: file.replace(/\.tsx?$/, '.js') };
}

/** The `package.json` of a packed package. @throws Error when it depends on a package that is not packed */
function packedDescription(source: SourcePackage, versions: Versions): Record<string, unknown> {
  const { name, version, description, type, bin, sideEffects, exports = {}, files = [] } = source.description;
  const { dependencies, peerDependencies } = source.description;
  const entries = Object.entries(exports).map(([key, target]) => [key, exported(target, source)] as const);
  return {
    name,
    version,
    description,
    type,
    license: 'UNLICENSED',
    // The repository has no public address yet.
    repository: { type: 'git', directory: relative(ROOT, source.dir) },
    engines: { node: readPackage<{ engines: { node: string } }>(ROOT).engines.node },
    bin,
    sideEffects,
    exports: { ...Object.fromEntries(entries.filter(([, target]) => target)), './package.json': './package.json' },
    files: ['dist', 'CHANGELOG.md', ...files.filter((path) => !path.startsWith('!'))],
    dependencies: versioned(dependencies, versions, name),
    peerDependencies: versioned(peerDependencies, versions, name),
  };
}

const CODE = /\.tsx?$/;
const ENDINGS = ['.ts', '.tsx', '/index.ts'];

/** Turns the import `../x` into `../x.js`, as browsers and Node need it. @throws Error when there is no such file */
function compiledPath(path: string, folder: string): string {
  const at = join(folder, path);
  if (/\.\w+$/.test(path) && existsSync(at)) return path.replace(CODE, '.js');
  const ending = ENDINGS.find((each) => existsSync(at + each));
  if (!ending) throw new Error(`${folder} imports ${path}, which is not there.`);
  return path + ending.replace(CODE, '.js');
}

/** Compiles each source to a file of its own, with inlined packages in it, and rewrites its imports to the compiled files. */
const fileByFile = (inlined: readonly string[] = []): Plugin => ({
  name: 'file-by-file',
  setup({ onResolve }) {
    onResolve({ filter: /.*/ }, ({ importer, kind, path, resolveDir }) => {
      if (kind === 'entry-point' || inlined.includes(path) || importer.includes('/node_modules/')) return undefined;
      return { path: path.startsWith('.') ? compiledPath(path, resolveDir) : path, external: true };
    });
  },
});

/** Build options that inline packages into a packed file. Only files for Node need them. */
const INLINED = {
  // Paths of packages' files are relative to this folder, so that the bytes are the same on every machine.
  absWorkingDir: ROOT,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node26',
  minifyWhitespace: true,
  minifySyntax: true,
  // The OpenID provider uses the names of its classes as keys.
  keepNames: true,
  banner: { js: REQUIRE },
  logLevel: 'error',
} as const;

/** Development dependencies that a packed source imports. They are inlined, so that nobody has to install them. */
function inlinedIn({ dir, codeRoot, description }: SourcePackage, path: string): string[] {
  const { devDependencies = {}, peerDependencies = {} } = description;
  const text = readFileSync(join(dir, codeRoot, path), 'utf8');
  const imported = Array.from(text.matchAll(/^import (?!type ).* from '([^'.][^']*)';$/gm), ([, name = '']) => name);
  return imported.filter((name) => name in devDependencies && !(name in peerDependencies));
}

/** Compiles a package to ES modules, one for each source, and copies its styles. @param outDir the package's `dist` */
async function compile(source: SourcePackage, outDir: string): Promise<void> {
  const { dir, codeRoot, sources } = source;
  const from = join(dir, codeRoot);
  const code = sources.filter((path) => CODE.test(path));
  const inlined = new Map(code.map((path) => [path, inlinedIn(source, path)]));
  await build({
    absWorkingDir: from,
    entryPoints: code.filter((path) => inlined.get(path)?.length === 0),
    outbase: from,
    outdir: outDir,
    bundle: true,
    treeShaking: false,
    plugins: [fileByFile()],
    format: 'esm',
    platform: 'neutral',
    target: 'es2023',
    jsx: 'automatic',
    charset: 'utf8',
    legalComments: 'inline',
    logLevel: 'error',
  });
  for (const [path, names] of inlined)
    if (names.length > 0)
      await build({
        ...INLINED,
        entryPoints: [join(from, path)],
        outfile: join(outDir, path.replace(CODE, '.js')),
        plugins: [fileByFile(names)],
      });
  for (const path of sources.filter((one) => !CODE.test(one))) await cp(join(from, path), join(outDir, path));
}

const IMPORTED = /((?:from |import\(|import )['"])(\.{1,2}\/[^'"]+)(['"])/g;

/** Adds endings to imports in declarations, so that they resolve under every `moduleResolution`. */
const withEndings = (text: string, folder: string): string =>
  text.replace(IMPORTED, (whole, before: string, path: string, after: string) => {
    if (existsSync(join(folder, `${path}.d.ts`))) return `${before}${path}.js${after}`;
    return existsSync(join(folder, path, 'index.d.ts')) ? `${before}${path}/index.js${after}` : whole;
  });

/** Writes the packages' declarations by one run of the compiler. @param work an empty folder @throws Error with its output */
async function declare(packages: readonly { source: SourcePackage; outDir: string }[], work: string) {
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
  await run(process.execPath, [compiler(), '--pretty', 'false', '-p', config]).catch(
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
