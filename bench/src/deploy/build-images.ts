import { chmodSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noWords, runCommand } from '@wholepage/tooling/command';
import { findProgram } from '@wholepage/tooling/find-program';
import { ServiceList } from '@wholepage/tooling/service-list';
import { startPostgres } from '@wholepage/tooling/start-database';
import { type Buildah, buildahIn, programBelow } from './buildah';
import { type CleanClone, cloneHere } from './clean-clone';
import { parseContainerfile } from './containerfile';
import { makeDataFolders } from './data-folders';
import { makeBases } from './debian-bases';
import { type BuiltImage, tryImages } from './try-images';

const NEEDED = ['buildah', 'debootstrap'];
const CERTIFICATES = '/etc/ssl/certs';
const FILE = join('deploy', 'containers', 'Containerfile');

/** Builds each image that starts something. @returns what its container is to start, by its name */
async function buildEach(buildah: Buildah, folder: string, clone: CleanClone): Promise<Map<string, string[]>> {
  // A machine behind a proxy believes certificates that a bare Debian has never heard of.
  await writeFile(join(folder, 'npmrc'), `cafile=${CERTIFICATES}/ca-certificates.crt\n`);
  const mounts = ['-v', `${join(folder, 'npmrc')}:/root/.npmrc:ro`, '-v', `${CERTIFICATES}:${CERTIFICATES}:ro`];
  const file = join(clone.folder, FILE);
  const built = new Map<string, string[]>();
  for (const { name, steps } of parseContainerfile(await readFile(file, 'utf8'))) {
    const cmd = steps.find((step) => step.kind === 'CMD')?.words;
    if (!cmd) continue;
    const image = `site/${name}`;
    buildah('bud', '--pull-never', '--layers', ...mounts, '--target', name, '-t', image, '-f', file, clone.folder);
    const bytes = JSON.parse(buildah('images', '--json', image)) as { size: string }[];
    console.log(`✓ ${image} was built: ${bytes[0]?.size}, its base with it`);
    built.set(name, cmd);
  }
  return built;
}

/** Builds both images of deploy/containers/Containerfile, and starts a container of each. */
async function buildImages(words: readonly string[]): Promise<void> {
  noWords(words);
  const missing = NEEDED.filter((name) => !findProgram(name));
  if (missing.length > 0) throw new Error(`Missing, to be had by apt install: ${missing.join(', ')}.`);
  if (process.getuid?.() !== 0) throw new Error('Bases are made from Debian packages by root alone.');
  const folder = await mkdtemp(join(tmpdir(), 'images-'));
  chmodSync(folder, 0o755);
  const { buildah, options } = buildahIn(folder);
  const services = new ServiceList(join(folder, 'logs'), () => {});
  const clone = await cloneHere();
  try {
    const dataOf = await makeDataFolders(join(folder, 'data'));
    await makeBases(buildah, folder);
    const built = await buildEach(buildah, folder, clone);
    const imageOf = (name: string): BuiltImage => {
      const image = `site/${name}`;
      const cmd = built.get(name) ?? [];
      const data = dataOf(name, buildah('inspect', '--type', 'image', '--format', '{{.OCIv1.Config.User}}', image));
      const container = buildah('from', '--pull-never', image);
      const runWith = (settings: Record<string, string>) => ({
        command: 'buildah',
        args: [
          ...options,
          ...['run', '--isolation', 'chroot', '--volume', `${data}:${data}`],
          ...Object.entries(settings).flatMap(([key, value]) => ['--env', `${key}=${value}`]),
          container,
          '--',
          ...cmd,
        ],
        env: process.env,
        processOf: programBelow,
      });
      return { name, runWith, data };
    };
    await tryImages(imageOf('composer'), imageOf('api'), await startPostgres(services, join(folder, 'database')));
  } finally {
    await services.stop();
    await rm(folder, { recursive: true, force: true });
    await clone.remove();
  }
}

await runCommand('npm run soak -- images   builds both images by buildah, and starts them', buildImages);
