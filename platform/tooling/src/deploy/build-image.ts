import { execFileSync } from 'node:child_process';
import { cp, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleComposer } from '../build/build-server';
import { packageDir, ROOT } from '../paths';
import { noWords, runCommand } from '../run/command';
import { buildService } from '../start/build-all';

/** Where deploy/containers/Containerfile copies from. */
const IMAGE = join(ROOT, 'var', 'image');

async function copyTo(folder: string, ...files: string[]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const file of files) await cp(join(ROOT, file), join(folder, file), { recursive: true });
}

/** The composer with all that it uses in one file: it needs no packages. */
async function layOutComposer(folder: string): Promise<void> {
  await copyTo(folder, 'company.json', 'navigation.json');
  await bundleComposer(join(folder, 'platform', 'composer', 'dist', 'server'));
}

/** A deployment brings the workspace's own Node along, which the image has already. */
async function removeNode(modules: string): Promise<void> {
  for (const folder of [modules, join(modules, '.pnpm')]) {
    const names = (await readdir(folder)).filter((name) => /^node-(linux|darwin|bin)-/.test(name));
    for (const name of names) await rm(join(folder, name), { recursive: true });
  }
}

/** The API beside the packages that it uses, some of which are no JavaScript. */
async function layOutApi(folder: string): Promise<void> {
  await buildService('api');
  await copyTo(folder, 'company.json');
  const { packageManager } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')) as {
    packageManager: string;
  };
  const deploy = ['--filter', 'api', '--prod', '--legacy', 'deploy', join(folder, 'api')];
  execFileSync('npm', ['exec', '--yes', `--package=${packageManager}`, '--', 'pnpm', ...deploy], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await removeNode(join(folder, 'api', 'node_modules'));
  await cp(join(packageDir('api'), 'dist', 'server.mjs'), join(folder, 'api', 'dist', 'server.mjs'));
}

await runCommand('npm run build:image   lays out in var/image what the two images hold', async (words) => {
  noWords(words);
  await rm(IMAGE, { recursive: true, force: true });
  await mkdir(IMAGE, { recursive: true });
  await cp(process.execPath, join(IMAGE, 'node'), { dereference: true });
  await layOutComposer(join(IMAGE, 'composer'));
  await layOutApi(join(IMAGE, 'api'));
});
