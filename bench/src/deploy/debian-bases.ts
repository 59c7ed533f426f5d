import { execFileSync } from 'node:child_process';
import { cp, mkdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { findProgram } from '@wholepage/tooling/find-program';
import { ROOT } from '@wholepage/tooling/paths';
import type { Buildah } from './buildah';

export const DEBIAN = 'docker.io/library/debian:bookworm-slim';
const NODE = 'docker.io/library/node:22-bookworm';
/** Debian's packages, which the next run need not fetch again. */
const PACKAGES = join(ROOT, 'var', 'debian-packages');

/** Node and npm of this machine, laid out as in the images of Node. */
async function layOutNode(folder: string): Promise<void> {
  const node = findProgram('node') ?? process.execPath;
  const npm = execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim();
  const [bin, lib] = [join(folder, 'usr', 'local', 'bin'), join(folder, 'usr', 'local', 'lib', 'node_modules')];
  await mkdir(bin, { recursive: true });
  await cp(node, join(bin, 'node'), { dereference: true });
  await cp(join(npm, 'npm'), join(lib, 'npm'), { recursive: true });
  for (const name of ['npm', 'npx']) await symlink(`../lib/node_modules/npm/bin/${name}-cli.js`, join(bin, name));
}

/** What the Containerfile starts from: Debian from its own archive; with libatomic1 and Node for the stage that builds. */
export async function makeBases(buildah: Buildah, folder: string): Promise<void> {
  const debian = join(folder, 'debian');
  await mkdir(PACKAGES, { recursive: true });
  const from = ['--variant=minbase', '--include=ca-certificates', `--cache-dir=${PACKAGES}`, 'bookworm', debian];
  execFileSync('debootstrap', from, { stdio: ['ignore', 'ignore', 'inherit'] });
  await rm(join(debian, 'dev'), { recursive: true });
  await mkdir(join(debian, 'dev'));
  const container = buildah('from', 'scratch');
  buildah('copy', '--quiet', container, debian, '/');
  buildah('commit', '--quiet', container, DEBIAN);
  await layOutNode(join(folder, 'node'));
  buildah('copy', '--quiet', container, join(folder, 'node'), '/');
  buildah('run', container, '--', 'sh', '-c', 'apt-get -qq update && apt-get -qq --yes install libatomic1');
  buildah('commit', '--quiet', container, NODE);
}
