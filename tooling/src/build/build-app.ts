import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type ReleaseManifest, releaseManifestSchema } from 'contracts/release';
import type { AppName } from 'contracts/version';
import { packageDir } from '../paths';
import type { AppDefinition } from './app';
import { releaseVersion } from './inputs';
import { describeRelease } from './manifest';
import { runWebpack } from './run-webpack';
import { browserConfig, nodeConfig, standaloneConfig } from './webpack-config';

export interface BuiltRelease {
  manifest: ReleaseManifest;
  /** Folder with the release's files. */
  dir: string;
  /** False when the folder was there already. */
  built: boolean;
}

/** Reads an app's `webpack.config.ts`. */
export async function readDefinition(name: AppName): Promise<AppDefinition> {
  const config = pathToFileURL(join(packageDir(name), 'webpack.config.ts')).href;
  return ((await import(config)) as { default: AppDefinition }).default;
}

const readManifest = async (dir: string): Promise<ReleaseManifest> =>
  releaseManifestSchema.parse(JSON.parse(await readFile(join(dir, 'release.json'), 'utf8')));

interface BuildAppOptions {
  /** Told about each step, for people who wait. */
  report?: (step: string) => void;
  /** Quick and readable instead of small; without the stage. */
  development?: boolean;
}

/** Builds an app's release into its `dist/{version}`; does nothing when that release is there. */
export async function buildApp(
  name: AppName,
  { report = () => {}, development = false }: BuildAppOptions = {},
): Promise<BuiltRelease> {
  const version = releaseVersion(name) + (development ? '.dev' : '');
  const dir = join(packageDir(name), 'dist', version);
  if (existsSync(join(dir, 'release.json'))) return { manifest: await readManifest(dir), dir, built: false };

  const app = await readDefinition(name);
  const work = `${dir}.building-${process.pid}`;
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });
  try {
    const publicPath = `/_releases/${name}/${version}/`;
    const options = { outDir: work, publicPath, development };
    report('browser');
    const browser = await runWebpack(browserConfig(app, options));
    report('server');
    await runWebpack(nodeConfig(app, options));
    const stageOptions = { ...options, outDir: join(work, 'standalone'), publicPath: `${publicPath}standalone/` };
    const staged = app.kind === 'remote' && !development;
    if (staged) report('standalone');
    const stage = staged ? await runWebpack(standaloneConfig(app, stageOptions)) : undefined;
    const manifest = await describeRelease(app, version, work, { browser, stage, weigh: !development });
    await writeFile(join(work, 'release.json'), `${JSON.stringify(manifest, null, 1)}\n`);
    await rm(dir, { recursive: true, force: true });
    await rename(work, dir);
    return { manifest, dir, built: true };
  } catch (error) {
    await rm(work, { recursive: true, force: true });
    throw error;
  }
}
