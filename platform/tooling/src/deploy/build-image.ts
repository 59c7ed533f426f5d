import { execFileSync } from 'node:child_process';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import type { SiteService, StaffService } from '@wholepage/contracts/site';
import { buildComposer, bundleSite } from '../build/build-server';
import { packageManager } from '../new-repository/repository';
import { isPacked, packageDir, ROOT, readPackage, SITE_DIR } from '../paths';
import { atSite, siteDefinition, staffOf } from '../site/definition';
import { buildService, programOf, runScript } from '../start/build/build-all';
import { wantedServices } from '../start/services';

/** Folder from which deploy/containers/Containerfile copies. */
const IMAGE = join(ROOT, 'var', 'image');

async function copyTo(folder: string, ...files: string[]): Promise<void> {
  for (const file of files) await cp(join(ROOT, file), join(folder, file), { recursive: true });
}

/** Returns the path of the site's definition in an image, as in the workspace. */
const definitionIn = (folder: string): string => join(folder, relative(ROOT, SITE_DIR), 'dist', 'site.mjs');

/** Lays out the composer in one file, without packages. */
async function layOutComposer(folder: string): Promise<void> {
  const { navigation, content = {} } = await siteDefinition();
  const files = [navigation, ...Object.values(content)].map(({ file }) => relative(ROOT, atSite(file)));
  await copyTo(folder, ...files);
  await bundleSite(definitionIn(folder));
  await buildComposer(join(folder, 'platform', 'composer', 'dist', 'server'), []);
}

/** Lays out a package's dependencies, some of which are native. */
async function layOutPackages(dir: string, folder: string): Promise<void> {
  const deploy = ['--filter', readPackage(dir).name, '--prod', '--legacy', 'deploy', folder];
  execFileSync('npm', ['exec', '--yes', `--package=${packageManager()}`, '--', 'pnpm', ...deploy], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Lays out a service beside its packages. */
async function layOutService(service: SiteService, folder: string): Promise<void> {
  const { name, alsoMadeOf = [] } = service;
  await buildService(name);
  const files = alsoMadeOf.filter((path) => path.endsWith('.json')).map((path) => relative(ROOT, atSite(path)));
  await copyTo(folder, ...files);
  await layOutPackages(atSite(service.folder), join(folder, name));
  // With the programs that it starts.
  const programs = dirname(programOf(service));
  await cp(join(atSite(service.folder), programs), join(folder, name, programs), { recursive: true });
}

/** Lays out the installed console, with the dependencies of the site's own package. */
async function layOutInstalledConsole(folder: string): Promise<void> {
  await layOutPackages(SITE_DIR, folder);
  // Programs find the root by this file.
  await writeFile(join(folder, 'pnpm-workspace.yaml'), '');
  await bundleSite(definitionIn(folder));
}

/** Lays out a staff service with its client and the files that it reads, at its place in the workspace. */
async function layOutStaff({ folder: source, image = [] }: StaffService, folder: string): Promise<void> {
  const dir = atSite(source);
  if (isPacked && dir === packageDir('console')) return layOutInstalledConsole(folder);
  const place = join(folder, relative(ROOT, dir));
  await runScript(dir, join('scripts', 'build.ts'));
  await layOutPackages(dir, place);
  await copyTo(folder, ...image.map((path) => relative(ROOT, atSite(path))));
  await bundleSite(definitionIn(folder));
  for (const built of ['server.mjs', 'client'])
    await cp(join(dir, 'dist', built), join(place, 'dist', built), { recursive: true });
}

/** `wholepage deploy image`: lays out the images of composer and services in var/image. */
export async function buildImage(): Promise<void> {
  await rm(IMAGE, { recursive: true, force: true });
  await mkdir(IMAGE, { recursive: true });
  await cp(process.execPath, join(IMAGE, 'node'), { dereference: true });
  await layOutComposer(join(IMAGE, 'composer'));
  const site = await siteDefinition();
  for (const service of wantedServices(site, { NODE_ENV: 'production' }))
    await layOutService(service, join(IMAGE, service.name));
  for (const service of staffOf(site)) await layOutStaff(service, join(IMAGE, service.name));
}
