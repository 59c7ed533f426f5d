import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'yaml';
import { buildServer, COMPOSER_ENTRIES } from '../build/build-server';
import { packageDir, ROOT } from '../paths';
import { runScript } from '../start/service-program';
import { compile } from './compile';
import { declare } from './declarations';
import { readSourcePackage, type SourcePackage } from './source-package';
import { stage } from './stage';

/** All packages of the platform. */
const ALL = [
  ...['contracts', 'page-rules', 'telemetry', 'federation', 'releases', 'remote-kit', 'shell-kit'],
  ...['composer', 'database', 'sign-in', 'staff-kit', 'console', 'tooling'],
];

/** A packed package: the name that imports begin with, and its tarball. */
export interface Packed {
  name: string;
  version: string;
  file: string;
}

const run = promisify(execFile);

/** What composer and console are run from: bundles, which need nothing that is not packed. */
async function addPrograms({ dir, description }: SourcePackage, outDir: string): Promise<void> {
  if (dir === packageDir('composer')) await buildServer('composer', COMPOSER_ENTRIES, join(outDir, 'server'));
  if (!description.scripts?.['build']) return;
  await runScript(dir, join('scripts', 'build.ts'));
  await cp(join(dir, 'dist'), outDir, { recursive: true });
}

async function catalog(): Promise<Record<string, string>> {
  const workspace = parse(await readFile(join(ROOT, 'pnpm-workspace.yaml'), 'utf8')) as {
    catalog?: Record<string, string>;
  };
  return workspace.catalog ?? {};
}

/** Compiles the packages side by side, then lets npm pack them. */
async function packSources(dirs: readonly string[], outDir: string, work: string): Promise<void> {
  const packages = dirs.map((dir) => {
    const source = readSourcePackage(dir);
    const folder = join(work, source.description.name.replace('/', '-'));
    return { source, folder, outDir: join(folder, 'dist') };
  });
  const packed = Object.fromEntries(
    packages.map(({ source: { description } }) => [description.name, description.version]),
  );
  const versions = { catalog: await catalog(), packed };
  await declare(
    packages.filter(({ source }) => source.sources.length > 0),
    join(work, 'declarations'),
  );
  for (const { source, folder, outDir: dist } of packages) {
    await stage(source, versions, folder);
    if (source.sources.length > 0) await compile(source, dist);
    await addPrograms(source, dist);
  }
  await run('npm', ['pack', '--silent', '--pack-destination', outDir, ...packages.map(({ folder }) => folder)]);
}

/** A tarball's package, as the description within it says. */
async function describeTarball(file: string): Promise<Packed> {
  const { stdout } = await run('tar', ['-xzOf', file, 'package/package.json']);
  const { name, version } = JSON.parse(stdout) as Packed;
  return { name, version, file };
}

/**
 * Packs packages as JavaScript and declarations: what `npm install` takes.
 * @param outDir made when it is not there
 * @param names of packages of the platform, and paths of other packages' folders from the root; all of the platform without them
 * @returns the tarballs, in that folder
 * @throws with what a compiler said
 */
export async function packPlatform(outDir: string, names: readonly string[] = ALL): Promise<Packed[]> {
  await mkdir(outDir, { recursive: true });
  const work = join(ROOT, 'node_modules', '.cache', `pack-${process.pid}`);
  const dirs = names.map((name) => (ALL.includes(name) ? packageDir(name) : join(ROOT, name)));
  try {
    await packSources(dirs, outDir, work);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  return tarballsIn(outDir);
}

/** The packed packages of a folder. */
export async function tarballsIn(folder: string): Promise<Packed[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.tgz')).sort();
  return Promise.all(names.map((name) => describeTarball(join(folder, name))));
}
