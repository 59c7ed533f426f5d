import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { liveVersion } from '@wholepage/releases/registry/deployments';
import { readRegistry } from '@wholepage/releases/registry/registry';
import { environmentTrust } from '@wholepage/releases/settings';
import { folderStore } from '@wholepage/releases/store/folder-store';
import { noWords, runCommand } from '@wholepage/tooling/command';
import { freePort } from '@wholepage/tooling/free-port';
import { ROOT } from '@wholepage/tooling/paths';
import { publishAll } from '@wholepage/tooling/publish-all';
import { startComposer } from './composer-process';

interface Team {
  name: string;
  path: string;
  heading: string;
}

const INSIDE: Team = { name: 'mf-fittings', path: '/fittings', heading: 'Fittings' };
const OUTSIDE: Team = { name: 'mf-careers', path: '/careers', heading: 'Careers' };
const VISIBLE_MS = 5_000;
const LOOK_EVERY_MS = 100;
/** What a checkout does not have. */
const MADE = ['node_modules', 'dist', 'var', '.git'];

const data = await mkdtemp(join(tmpdir(), 'bench-new-team-'));
const env = { ...process.env, DATA_DIR: join(data, 'site'), RELEASES_URL: '' };
const place = join(data, 'site', 'releases');

/** Runs a command in a folder to its end. @throws Error naming it when it fails */
async function step(cwd: string, command: string, ...words: string[]): Promise<void> {
  const started = performance.now();
  const child = spawn(command, words, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = (await once(child, 'close')) as [number | null];
  const line = `${command} ${words.join(' ')}`;
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (code !== 0) throw new Error(`${line} failed after ${seconds} s.`);
  console.log(`${line}: ${seconds} s`);
}

/** Asks until the answer holds a text. @throws Error when it never does */
async function untilHolds(url: string, text: string): Promise<void> {
  for (const deadline = Date.now() + VISIBLE_MS; Date.now() < deadline; await wait(LOOK_EVERY_MS)) {
    if ((await (await fetch(url)).text()).includes(text)) return;
  }
  throw new Error(`${url} does not hold "${text}".`);
}

const versions = async (): Promise<Record<string, string | undefined>> => {
  const registry = await readRegistry(folderStore(place, environmentTrust(env)));
  return Object.fromEntries(Object.keys(registry.microFrontends).map((app) => [app, liveVersion(registry, app)]));
};

/** Its page, in the sitemap, in the menu and alone; the releases of all others are what they were. */
async function isOnTheSite(origin: string, { name, path, heading }: Team, before: object): Promise<void> {
  await untilHolds(origin + path, `>${heading}</h1>`);
  await untilHolds(`${origin}/sitemap.xml`, `${path}</loc>`);
  await untilHolds(`${origin}/contact`, `href="${path}"`);
  const { [name]: version, ...others } = await versions();
  const { status } = await fetch(`${origin}/_standalone/${name}/${version}/`);
  if (status !== 200) throw new Error(`${name} ${version} cannot be seen alone: ${status}.`);
  if (JSON.stringify(others) !== JSON.stringify(before)) throw new Error(`${name} changed releases of others.`);
  console.log(`${name}: page, sitemap, menu and /_standalone/ are on the running site; nothing else was released`);
}

/** A team in this workspace: as a checkout of it is. */
async function releaseFromInside({ name, path }: Team): Promise<void> {
  const checkout = join(data, 'checkout');
  await cp(ROOT, checkout, { recursive: true, filter: (source) => !MADE.includes(basename(source)) });
  await step(checkout, 'npm', 'run', 'new-remote', '--', name, path);
  await step(checkout, 'npm', 'run', 'unit', '--', '--forceExit', `${name}/`);
  await step(checkout, 'npm', 'run', 'release', name);
  await rm(checkout, { recursive: true });
}

/** A team that has this repository for one command, and from there on a clone of its own alone. */
async function releaseFromOutside({ name, path }: Team): Promise<void> {
  const made = join(data, 'made');
  const clone = join(data, 'clone');
  await step(ROOT, 'npm', 'run', 'new-remote', '--', name, path, '--out', made);
  const author = ['-c', 'user.name=a team', '-c', 'user.email=team@example.com'];
  await step(made, 'git', 'init', '--quiet');
  await step(made, 'git', 'add', '--all');
  await step(made, 'git', ...author, 'commit', '--quiet', '--message', 'Start');
  await step(data, 'git', 'clone', '--quiet', made, clone);
  await rm(made, { recursive: true });
  const { packageManager } = JSON.parse(await readFile(join(clone, 'package.json'), 'utf8')) as {
    packageManager: string;
  };
  await step(clone, 'npx', '--yes', packageManager, 'install', '--frozen-lockfile');
  for (const words of [['test'], ['run', 'typecheck'], ['run', 'lint'], ['run', 'build', name]])
    await step(clone, 'npm', ...words);
  await step(clone, 'npm', 'run', 'verify', name);
  await step(clone, 'npm', 'run', 'release', name);
}

async function measure(words: readonly string[]): Promise<void> {
  noWords(words);
  await publishAll(place, () => {}, env);
  const composer = await startComposer(await freePort(), { DATA_DIR: env.DATA_DIR, RELEASES_URL: place });
  try {
    for (const [team, release] of [
      [OUTSIDE, releaseFromOutside],
      [INSIDE, releaseFromInside],
    ] as const) {
      const before = await versions();
      await release(team);
      await isOnTheSite(composer.origin, team, before);
    }
  } finally {
    await composer.stop();
    await rm(data, { recursive: true, force: true });
  }
}

await runCommand(
  'npm run soak -- new-team   a remote in a repository of its own, and one in this, from nothing to live',
  measure,
);
