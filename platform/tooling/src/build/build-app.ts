import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { AppName } from '@wholepage/contracts/release';
import { sharesIn } from '@wholepage/federation/webpack/release-files';
import type { Compilation, Configuration } from 'webpack';
import { packageDir, readPackage } from '../paths';
import { atSite, siteDefinition } from '../site/definition';
import type { AppDefinition } from './app';
import { describeApp, describeRelease } from './manifest/manifest';
import { describeFiles, takeSourceMaps, writeStandardRemote } from './output/release-files';
import {
  type BuiltRelease,
  builtRelease,
  DEVELOPMENT,
  inputHash,
  inputsOf,
  keepRecord,
  readLockfile,
} from './reuse/reuse';
import { browserConfig, nodeConfig, requireLifecycles, runWebpack, standaloneConfig } from './webpack/webpack-config';

export async function readDefinition(name: AppName): Promise<AppDefinition> {
  const config = pathToFileURL(join(packageDir(name), 'webpack.config.ts')).href;
  const { default: app } = (await import(config)) as { default: AppDefinition };
  if (app.kind === 'remote') return app;
  const { siteFiles } = await siteDefinition();
  return { ...app, siteFiles: siteFiles && atSite(siteFiles) };
}

/** Returns inputs of a build that the bundler does not list: the app's definition, and the shell's site files. */
const beside = ({ name, siteFiles }: AppDefinition): string[] => [
  join(packageDir(name), 'webpack.config.ts'),
  ...(siteFiles ? [siteFiles] : []),
];

interface BuildAppOptions {
  /** Called with each step, for progress. */
  report?: (step: string) => void;
  /** Runs one of the app's compilers; default: from scratch. @param place where its output runs */
  bundle?: (config: Configuration, app: AppName, place: keyof Builds) => Promise<Compilation>;
  /** Replaces these builds by quick and readable ones, without the standalone page. */
  develop?: (outDir: string) => Promise<Builds>;
}

/** Compilations of an app, by where their output runs. */
export interface Builds {
  browser: Compilation;
  server: Compilation;
  standalone: Compilation | undefined;
}

async function runBuilds(
  app: AppDefinition,
  outDir: string,
  { report = () => {}, bundle = runWebpack }: BuildAppOptions,
): Promise<Builds> {
  const options = { outDir, publicPath: `/_releases/${app.name}/`, development: false };
  report('browser');
  const browser = await bundle(browserConfig(app, options), app.name, 'browser');
  report('server');
  const server = await bundle(nodeConfig(app, options), app.name, 'server');
  // The standalone page is optional.
  const alone = existsSync(join(packageDir(app.name), 'src', 'standalone.tsx'));
  if (alone) report('standalone');
  const standalone = alone ? await bundle(standaloneConfig(app, options), app.name, 'standalone') : undefined;
  return { browser, server, standalone };
}

/** Moves content-addressed files to the folder that all builds share. */
async function moveAssets(work: string, dist: string): Promise<void> {
  await mkdir(join(dist, 'assets'), { recursive: true });
  for (const name of await readdir(join(work, 'assets')).catch(() => [])) {
    await rename(join(work, 'assets', name), join(dist, 'assets', name));
  }
  await rm(join(work, 'assets'), { recursive: true, force: true });
}

/**
 * Builds an app's release into `dist/{version}`, unless a build of the same inputs exists. The version is the package's
 * own, a dash, and the hash of all inputs that the build read.
 */
export async function buildApp(name: AppName, options: BuildAppOptions = {}): Promise<BuiltRelease> {
  const { develop } = options;
  const there = await builtRelease(name, develop !== undefined);
  if (there) return there;

  const app = await readDefinition(name);
  const dist = join(packageDir(name), 'dist');
  const work = join(dist, `.building-${process.pid}`);
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  try {
    const { browser, server, standalone } = await (develop?.(work) ?? runBuilds(app, work, options));
    if (app.kind === 'remote' && !develop) requireLifecycles(browser, name, join(packageDir(name), 'src', 'app.tsx'));
    const maps = develop ? {} : await takeSourceMaps(work, dist);
    const inputs = inputsOf([browser, server, ...(standalone ? [standalone] : [])], beside(app));
    const hash = inputHash(inputs, readLockfile());
    const version = `${readPackage(packageDir(name)).version}-${hash}${develop ? DEVELOPMENT : ''}`;
    const said = await describeApp(app, { browser, standalone });
    if (app.kind === 'remote' && !develop) await writeStandardRemote(work, name, version, said);
    const files = await describeFiles(work, dist, !develop);
    const described = describeRelease(app, version, files, said);
    const entry = await readFile(join(work, described.entry.browser), 'utf8');
    const manifest = { ...described, shares: sharesIn(entry), ...(Object.keys(maps).length > 0 && { maps }) };
    await writeFile(join(work, 'release.json'), `${JSON.stringify(manifest, null, 1)}\n`);
    await moveAssets(work, dist);
    const dir = join(dist, version);
    await rm(dir, { recursive: true, force: true });
    await rename(work, dir);
    await keepRecord(dist, { version, hash, inputs });
    return { manifest, dir, built: true };
  } catch (error) {
    await rm(work, { recursive: true, force: true });
    throw error;
  }
}
