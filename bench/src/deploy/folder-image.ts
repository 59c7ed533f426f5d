import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, statSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import type { Stage, Step } from './containerfile';
import type { Invocation } from './try-images';

/** A folder that stands for what a stage makes of an image. */
export interface FolderImage {
  root: string;
  env: NodeJS.ProcessEnv;
  /** Where its steps work. */
  folder: string;
  user: string;
}

/** What a step needs beside its own image. */
export interface Kitchen {
  /** The sources. */
  context: string;
  images: ReadonlyMap<string, FolderImage>;
}

/** What only a real image has: the machine's own programs and users take its place. */
const OF_THE_BASE = /^(?:useradd|apt-get) /;

export const within = ({ root }: FolderImage, path: string): string => join(root, path);

function copy(image: FolderImage, { from, source, target }: Extract<Step, { kind: 'COPY' }>, kitchen: Kitchen): void {
  const origin = from ? kitchen.images.get(from) : undefined;
  if (from && !origin) throw new Error(`There is no stage ${from} to copy from.`);
  const found = origin ? within(origin, source) : join(kitchen.context, source);
  const place = within(image, target.startsWith('/') ? target : join(image.folder, target));
  const isFolder = statSync(found).isDirectory();
  mkdirSync(isFolder ? place : dirname(place), { recursive: true });
  execFileSync('cp', ['-a', isFolder ? `${found}/.` : found, place]);
}

/** @throws when the command fails */
function run(image: FolderImage, command: string): void {
  const isLeftOut = OF_THE_BASE.test(command);
  console.log(`  ${isLeftOut ? 'left out:' : 'RUN'} ${command}`);
  if (isLeftOut) return;
  const { status } = spawnSync('sh', ['-ec', command], {
    cwd: within(image, image.folder),
    env: image.env,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (status !== 0) throw new Error(`RUN ${command} ended with ${status}.`);
}

/** Takes a step as a builder would. */
function take(image: FolderImage, step: Step, kitchen: Kitchen): void {
  if (step.kind === 'WORKDIR') {
    image.folder = step.folder;
    mkdirSync(within(image, step.folder), { recursive: true });
  }
  if (step.kind === 'ENV') Object.assign(image.env, step.values);
  if (step.kind === 'USER') image.user = step.user;
  if (step.kind === 'COPY') copy(image, step, kitchen);
  if (step.kind === 'RUN') run(image, step.command);
}

/** Takes the steps of a stage. @param root a folder that is not there yet @param env of a machine where nothing is set */
export function buildStage(stage: Stage, root: string, env: NodeJS.ProcessEnv, kitchen: Kitchen): FolderImage {
  console.log(`FROM ${stage.from} AS ${stage.name}`);
  const base = kitchen.images.get(stage.from) ?? { root: '', env, folder: '/', user: '0' };
  const image = { ...base, env: { ...base.env }, root };
  if (existsSync(base.root)) execFileSync('cp', ['-a', base.root, root]);
  else mkdirSync(root);
  for (const step of stage.steps) take(image, step, kitchen);
  return image;
}

/** What the image starts, as its user. */
export const invocationOf =
  (image: FolderImage, { steps }: Stage) =>
  (settings: Record<string, string>): Invocation => {
    const words = steps.find((step) => step.kind === 'CMD')?.words ?? [];
    const asUser =
      process.getuid?.() === 0 ? ['setpriv', `--reuid=${image.user}`, `--regid=${image.user}`, '--clear-groups'] : [];
    const [command = '', ...args] = [...asUser, ...words];
    const PATH = [within(image, '/usr/local/bin'), image.env.PATH].join(delimiter);
    return { command, args, cwd: within(image, image.folder), env: { ...image.env, PATH, ...settings } };
  };
