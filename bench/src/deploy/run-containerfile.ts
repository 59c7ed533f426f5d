import { execFileSync, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { noWords, runCommand } from 'tooling/command';
import { freePort } from 'tooling/free-port';
import { publishAll } from 'tooling/publish-all';
import { ServiceList } from 'tooling/service-list';
import { startService, stopServices, waitUntilHealthy } from 'tooling/spawn';
import { startPostgres } from 'tooling/start-database';
import { cleanEnvironment, cloneHere } from './clean-clone';
import { parseContainerfile, type Stage } from './containerfile';

const READY_MS = 60_000;

interface Image {
  /** Stands for the root of every stage: what one copies from another lies there already. */
  root: string;
  context: string;
  env: NodeJS.ProcessEnv;
  folder: string;
  user: string;
}

const within = ({ root }: Image, path: string): string => join(root, path);

/** Runs a step as a builder would, in the folder that stands for the image. @throws when a command fails */
async function take(image: Image, step: Stage['steps'][number]): Promise<void> {
  if (step.kind === 'WORKDIR') image.folder = step.folder;
  if (step.kind === 'ENV') Object.assign(image.env, step.values);
  if (step.kind === 'USER') image.user = step.user;
  if (step.kind === 'COPY' && !step.from) {
    const target = within(image, join(image.folder, step.target));
    await mkdir(dirname(target), { recursive: true });
    execFileSync('cp', ['-a', join(image.context, step.source, '.'), target]);
  }
  if (step.kind !== 'RUN') return;
  // The user is a number, which needs no entry in /etc/passwd to run a program.
  if (step.command.startsWith('useradd ')) return console.log(`  left out: ${step.command}`);
  console.log(`  RUN ${step.command}`);
  const { status } = spawnSync('sh', ['-ec', step.command], {
    cwd: within(image, image.folder),
    env: image.env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error(`RUN ${step.command} ended with ${status}.`);
}

/** What a container finds around it. */
interface Surroundings {
  /** Folder that its user can write to. */
  data: string;
  databaseUrl: string;
}

/** What a production gives each of the two, beside what the image has. */
const settingsOf = (stage: string, port: number, { data, databaseUrl }: Surroundings): NodeJS.ProcessEnv => ({
  DATA_DIR: data,
  PAYMENT_KEY_ID: 'rzp_test_image',
  ...(stage === 'composer'
    ? {
        PORT: String(port),
        SITE_ORIGIN: 'https://www.example.com',
        PAYMENT_CHECKOUT_URL: 'https://checkout.razorpay.com/v1/checkout.js',
      }
    : {
        API_PORT: String(port),
        DATABASE_URL: databaseUrl,
        SMTP_URL: 'smtp://127.0.0.1:9',
        SITE_ORIGINS: 'https://www.example.com',
        PAYMENT_API_ORIGIN: 'https://api.razorpay.com',
        PAYMENT_KEY_SECRET: 'of the image',
        PAYMENT_WEBHOOK_SECRET: 'of the image, too',
      }),
});

/** Starts what an image starts, as its user, without the settings of a production and with them. */
async function startImage(image: Image, { name, steps }: Stage, around: Surroundings): Promise<void> {
  const words = steps.find((step) => step.kind === 'CMD')?.words ?? [];
  const asUser =
    process.getuid?.() === 0 ? ['setpriv', `--reuid=${image.user}`, `--regid=${image.user}`, '--clear-groups'] : [];
  const [command = '', ...args] = [...asUser, ...words];
  const cwd = within(image, image.folder);
  const port = await freePort();
  const bare = spawnSync(command, args, { cwd, env: image.env, encoding: 'utf8', timeout: READY_MS });
  if (bare.status === 0 || !bare.stderr.includes('PAYMENT_KEY_ID'))
    throw new Error(`${name} started without its settings.`);
  const env = { ...image.env, ...settingsOf(name, port, around) };
  const service = startService(name, { command, args, cwd, env, onLine: () => {} });
  try {
    await waitUntilHealthy(service, `http://127.0.0.1:${port}/readyz`, READY_MS);
  } finally {
    await stopServices([service]);
  }
  if ((await service.ended) !== 0) throw new Error(`${name} did not end well when it was told to stop.`);
  console.log(
    `✓ ${name}: refuses to start without its settings, is ready with them as user ${image.user}, ends when told`,
  );
}

/** Runs the steps of deploy/containers/Containerfile in their order in a clean folder, and starts both images. */
async function runContainerfile(words: readonly string[]): Promise<void> {
  noWords(words);
  const clone = await cloneHere();
  const base = await mkdtemp(join(tmpdir(), 'image-'));
  execFileSync('chmod', ['755', base]);
  const services = new ServiceList(join(base, 'logs'), () => {});
  try {
    const databaseUrl = await startPostgres(services, join(base, 'database'));
    const text = await readFile(join(clone.folder, 'deploy', 'containers', 'Containerfile'), 'utf8');
    // What .dockerignore leaves out is not in a clone, but for its history.
    await rm(join(clone.folder, '.git'), { recursive: true });
    const start = { root: join(base, 'root'), context: clone.folder, folder: '/', user: '0' };
    const image: Image = { ...start, env: cleanEnvironment(base) };
    for (const stage of parseContainerfile(text)) {
      console.log(`FROM ${stage.from} AS ${stage.name}`);
      for (const step of stage.steps) await take(image, step);
      if (!stage.steps.some(({ kind }) => kind === 'CMD')) continue;
      const data = join(base, 'data', stage.name);
      await publishAll(join(data, 'releases'), () => {}, { ...process.env, DATA_DIR: data, RELEASES_URL: '' });
      if (process.getuid?.() === 0) execFileSync('chown', ['-R', `${image.user}:${image.user}`, data]);
      await startImage(image, stage, { data, databaseUrl });
    }
  } finally {
    await services.stop();
    await rm(base, { recursive: true, force: true });
    await clone.remove();
  }
}

await runCommand('npm run soak -- containers   the steps of the Containerfile in a clean folder', runContainerfile);
