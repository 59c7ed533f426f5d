import { execFileSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noWords, runCommand } from 'tooling/command';
import { findProgram } from 'tooling/find-program';
import { publishAll } from 'tooling/publish-all';
import { ServiceList } from 'tooling/service-list';
import { startPostgres } from 'tooling/start-database';
import { cloneHere } from './clean-clone';
import { parseContainerfile } from './containerfile';
import { startImage } from './start-image';

const BASES = { debian: 'docker.io/library/debian:bookworm-slim', node: 'docker.io/library/node:22-bookworm' };
const NEEDED = ['buildah', 'debootstrap'];
const CERTIFICATES = '/etc/ssl/certs';
const FILE = join('deploy', 'containers', 'Containerfile');

type Buildah = (...args: string[]) => string;

/** A builder with images of its own, which needs no registry and no other user's rights. */
const buildahIn = (folder: string) => {
  const options = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs'];
  const buildah: Buildah = (...args) =>
    execFileSync('buildah', [...options, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'inherit'],
      env: { ...process.env, BUILDAH_ISOLATION: 'chroot' },
      maxBuffer: 64 * 1024 * 1024,
    }).trim();
  return { buildah, options };
};

/** The program below a process: buildah stands between, and passes on no signal. */
function programBelow(pid: number, program: string): number {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' }).split('\n');
  const all = rows.map((row) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row)?.slice(1) ?? []);
  const below = new Set([String(pid)]);
  for (let size = 0; size < below.size; ) {
    size = below.size;
    for (const [child = '', parent = ''] of all) if (below.has(parent)) below.add(child);
  }
  const found = all.find(([child = '', , args]) => below.has(child) && args?.startsWith(program));
  if (!found) throw new Error(`No ${program} runs below process ${pid}.`);
  return Number(found[0]);
}

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
async function makeBases(buildah: Buildah, folder: string): Promise<void> {
  const debian = join(folder, 'debian');
  execFileSync('debootstrap', ['--variant=minbase', '--include=ca-certificates', 'bookworm', debian], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await rm(join(debian, 'dev'), { recursive: true });
  await mkdir(join(debian, 'dev'));
  const container = buildah('from', 'scratch');
  buildah('copy', '--quiet', container, debian, '/');
  buildah('commit', '--quiet', container, BASES.debian);
  await layOutNode(join(folder, 'node'));
  buildah('copy', '--quiet', container, join(folder, 'node'), '/');
  buildah('run', container, '--', 'sh', '-c', 'apt-get -qq update && apt-get -qq --yes install libatomic1');
  buildah('commit', '--quiet', container, BASES.node);
}

/** Builds both images of deploy/containers/Containerfile, and starts a container of each. */
async function buildImages(words: readonly string[]): Promise<void> {
  noWords(words);
  const missing = NEEDED.filter((name) => !findProgram(name));
  if (missing.length > 0) throw new Error(`Missing, to be had by apt install: ${missing.join(', ')}.`);
  if (process.getuid?.() !== 0) throw new Error('Bases are made from Debian packages by root alone.');
  const clone = await cloneHere();
  const folder = await mkdtemp(join(tmpdir(), 'images-'));
  chmodSync(folder, 0o755);
  const { buildah, options } = buildahIn(folder);
  const services = new ServiceList(join(folder, 'logs'), () => {});
  try {
    const databaseUrl = await startPostgres(services, join(folder, 'database'));
    await makeBases(buildah, folder);
    // A machine behind a proxy believes certificates that a bare Debian has never heard of.
    await writeFile(join(folder, 'npmrc'), `cafile=${CERTIFICATES}/ca-certificates.crt\n`);
    const mounts = ['-v', `${join(folder, 'npmrc')}:/root/.npmrc:ro`, '-v', `${CERTIFICATES}:${CERTIFICATES}:ro`];
    const file = join(clone.folder, FILE);
    const text = await readFile(file, 'utf8');
    for (const { name, steps } of parseContainerfile(text)) {
      const cmd = steps.find((step) => step.kind === 'CMD')?.words;
      if (!cmd) continue;
      const image = `site/${name}`;
      buildah('bud', '--pull-never', '--layers', ...mounts, '--target', name, '-t', image, '-f', file, clone.folder);
      const bytes = JSON.parse(buildah('images', '--json', image)) as { size: string }[];
      console.log(`✓ ${image} was built: ${bytes[0]?.size}, its base with it`);
      const data = join(folder, 'data', name);
      await publishAll(join(data, 'releases'), () => {}, { ...process.env, DATA_DIR: data, RELEASES_URL: '' });
      const user = buildah('inspect', '--type', 'image', '--format', '{{.OCIv1.Config.User}}', image);
      execFileSync('chown', ['-R', `${user}:${user}`, data]);
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
        processOf: (pid: number) => programBelow(pid, cmd.join(' ')),
      });
      await startImage(name, runWith, { data, databaseUrl });
    }
  } finally {
    await services.stop();
    await rm(folder, { recursive: true, force: true });
    await clone.remove();
  }
}

await runCommand('npm run soak -- images   builds both images by buildah, and starts them', buildImages);
