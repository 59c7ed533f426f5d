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

/** Where deploy/containers/Containerfile copies from. */
const IMAGE = join(ROOT, 'var', 'image');

async function copyTo(folder: string, ...files: string[]): Promise<void> {
  for (const file of files) await cp(join(ROOT, file), join(folder, file), { recursive: true });
}

/** Where the site's definition lies in an image, as in the workspace. */
const definitionIn = (folder: string): string => join(folder, relative(ROOT, SITE_DIR), 'dist', 'site.mjs');

/** The composer with all that it uses in one file: it needs no packages. */
async function layOutComposer(folder: string): Promise<void> {
  const { navigation, content = {} } = await siteDefinition();
  const files = [navigation, ...Object.values(content)].map(({ file }) => relative(ROOT, atSite(file)));
  await copyTo(folder, ...files);
  await bundleSite(definitionIn(folder));
  await buildComposer(join(folder, 'platform', 'composer', 'dist', 'server'), []);
}

/** The dependencies of a package in this folder, some of which are not JavaScript. */
async function layOutPackages(dir: string, folder: string): Promise<void> {
  const deploy = ['--filter', readPackage(dir).name, '--prod', '--legacy', 'deploy', folder];
  execFileSync('npm', ['exec', '--yes', `--package=${packageManager()}`, '--', 'pnpm', ...deploy], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** A service beside the packages that it uses. */
async function layOutService(service: SiteService, folder: string): Promise<void> {
  const { name, alsoMadeOf = [] } = service;
  await buildService(name);
  const files = alsoMadeOf.filter((path) => path.endsWith('.json')).map((path) => relative(ROOT, atSite(path)));
  await copyTo(folder, ...files);
  await layOutPackages(atSite(service.folder), join(folder, name));
  // Programs that it starts lie beside its own.
  const programs = dirname(programOf(service));
  await cp(join(atSite(service.folder), programs), join(folder, name, programs), { recursive: true });
}

/** The console as it is installed, with what the site's own package depends on. */
async function layOutInstalledConsole(folder: string): Promise<void> {
  await layOutPackages(SITE_DIR, folder);
  // By this file programs know the root.
  await writeFile(join(folder, 'pnpm-workspace.yaml'), '');
  await bundleSite(definitionIn(folder));
}

/** A service of staff with its client, in its own place of the workspace, beside what it reads. */
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

/** `wholepage deploy image`: lays out in var/image what the images of composer and services hold. */
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
