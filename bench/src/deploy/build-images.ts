import { chmodSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noWords, runCommand } from '@wholepage/tooling/command';
import { findProgram } from '@wholepage/tooling/find-program';
import { ServiceList } from '@wholepage/tooling/service-list';
import { startPostgres } from '@wholepage/tooling/start-database';
import { type Buildah, buildahIn, programBelow } from './buildah';
import { type CleanClone, cloneHere } from './clean-clone';
import { makeDataFolders } from './data-folders';
import { makeBases } from './debian-bases';
import { type BuiltImage, tryImages } from './try-images';

const NEEDED = ['buildah', 'debootstrap'];
const CERTIFICATES = '/etc/ssl/certs';
const FILE = join('deploy', 'containers', 'Containerfile');

const IMAGES = ['composer', 'api'] as const;

interface ImageConfig {
  Cmd: string[];
  User: string;
}

/** Builds both images. */
async function buildEach(buildah: Buildah, folder: string, clone: CleanClone): Promise<void> {
  // A machine behind a proxy believes certificates that a bare Debian has never heard of.
  await writeFile(join(folder, 'npmrc'), `cafile=${CERTIFICATES}/ca-certificates.crt\n`);
  const mounts = ['-v', `${join(folder, 'npmrc')}:/root/.npmrc:ro`, '-v', `${CERTIFICATES}:${CERTIFICATES}:ro`];
  const file = join(clone.folder, FILE);
  for (const name of IMAGES) {
    const image = `site/${name}`;
    buildah('bud', '--pull-never', '--layers', ...mounts, '--target', name, '-t', image, '-f', file, clone.folder);
    const bytes = JSON.parse(buildah('images', '--json', image)) as { size: string }[];
    console.log(`✓ ${image} was built: ${bytes[0]?.size}, its base with it`);
  }
}

/** What an image starts, and as whom. */
function configOf(buildah: Buildah, image: string): ImageConfig {
  const { OCIv1 } = JSON.parse(buildah('inspect', '--type', 'image', image)) as { OCIv1: { config: ImageConfig } };
  return OCIv1.config;
}

/** Builds both images of deploy/containers/Containerfile, and starts a container of each. */
async function buildImages(words: readonly string[]): Promise<void> {
  noWords(words);
  const missing = NEEDED.filter((name) => !findProgram(name));
  if (missing.length > 0) throw new Error(`Missing, available by apt install: ${missing.join(', ')}.`);
  if (process.getuid?.() !== 0) throw new Error('Bases are made from Debian packages by root alone.');
  const folder = await mkdtemp(join(tmpdir(), 'images-'));
  chmodSync(folder, 0o755);
  const { buildah, options } = buildahIn(folder);
  const services = new ServiceList(join(folder, 'logs'), () => {});
  const clone = await cloneHere();
  try {
    const dataOf = await makeDataFolders(join(folder, 'data'));
    await makeBases(buildah, folder);
    await buildEach(buildah, folder, clone);
    const imageOf = (name: (typeof IMAGES)[number]): BuiltImage => {
      const image = `site/${name}`;
      const { Cmd: cmd, User: user } = configOf(buildah, image);
      const data = dataOf(name, user);
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

await runCommand('npm run bench -- soak images   builds both images by buildah, and starts them', buildImages);
