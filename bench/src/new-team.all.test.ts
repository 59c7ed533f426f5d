import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { readRegistry, releasesOf } from '@wholepage/releases/registry/registry';
import { environmentTrust } from '@wholepage/releases/settings';
import { folderStore } from '@wholepage/releases/store/folder-store';
import { ROOT } from '@wholepage/tooling/paths';
import { publishAll } from '@wholepage/tooling/publish-all';
import { startComposer, stopAll } from './servers';

/** A team with a new remote. */
interface Team {
  name: string;
  path: string;
  /** Heading of its page. */
  heading: string;
}

const VISIBLE_MS = 5_000;
const LOOK_EVERY_MS = 100;
/** Folders that a fresh checkout lacks. */
const MADE = ['node_modules', 'dist', 'var', '.git'];

/** A site in its own folder, with space for teams' folders beside it. */
class Trial {
  readonly env: NodeJS.ProcessEnv;
  readonly place: string;

  constructor(readonly data: string) {
    this.env = { ...process.env, DATA_DIR: join(data, 'site'), RELEASES_URL: '' };
    this.place = join(data, 'site', 'releases');
  }

  /** Runs a command in a folder to its end. @throws Error that names the command when it fails */
  async step(cwd: string, command: string, ...words: string[]): Promise<void> {
    const started = performance.now();
    const child = spawn(command, words, { cwd, env: this.env, stdio: ['ignore', 'inherit', 'inherit'] });
    const [code] = (await once(child, 'close')) as [number | null];
    const line = `${command} ${words.join(' ')}`;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    if (code !== 0) throw new Error(`${line} failed after ${seconds} s.`);
    console.log(`${line}: ${seconds} s`);
  }

  async versions(): Promise<Record<string, string | undefined>> {
    const registry = await readRegistry(folderStore(this.place, environmentTrust(this.env)));
    return Object.fromEntries(
      Object.keys(registry.microFrontends).map((app) => [app, releasesOf(registry, app).live?.metadata.version]),
    );
  }
}

/** Requests an address until the response contains a text. @throws Error when that takes too long */
async function untilHolds(url: string, text: string): Promise<void> {
  for (const deadline = Date.now() + VISIBLE_MS; Date.now() < deadline; await wait(LOOK_EVERY_MS)) {
    if ((await (await fetch(url)).text()).includes(text)) return;
  }
  throw new Error(`${url} does not hold "${text}".`);
}

/** Checks that the remote's page is live, alone as well, and in sitemap and menu, and that no other app's release has changed. */
async function isOnTheSite(
  trial: Trial,
  origin: string,
  { name, path, heading }: Team,
  before: Record<string, unknown>,
): Promise<void> {
  await untilHolds(origin + path, `>${heading}</h1>`);
  await untilHolds(`${origin}/sitemap.xml`, `${path}</loc>`);
  await untilHolds(`${origin}/contact`, `href="${path}"`);
  const { [name]: version, ...others } = await trial.versions();
  const { status } = await fetch(`${origin}/_standalone/${name}/${version}/`);
  if (status !== 200) throw new Error(`${name} ${version} cannot be seen alone: ${status}.`);
  if (JSON.stringify(others) !== JSON.stringify(before)) throw new Error(`${name} changed releases of others.`);
  console.log(`${name}: page, sitemap, menu and /_standalone/ are on the running site; nothing else was released`);
}

/** Checks that the new package has the usual files, and no traces of the template. */
async function isOfItsOwn(folder: string): Promise<void> {
  const rooms = (await readdir(folder)).filter((name) => !MADE.includes(name));
  expect(rooms).toEqual(['README.md', 'package.json', 'src', 'webpack.config.ts']);
  const { stdout } = spawnSync('grep', ['-rniE', 'template|3999', join(folder, 'src'), join(folder, 'README.md')]);
  expect(String(stdout)).toBe('');
}

/** Creates and releases a remote in a copy of this workspace that resembles a fresh checkout. */
async function releaseFromInside(trial: Trial, { name, path }: Team): Promise<void> {
  const checkout = join(trial.data, 'checkout');
  await cp(ROOT, checkout, { recursive: true, filter: (source) => !MADE.includes(basename(source)) });
  await trial.step(checkout, 'npm', 'run', 'wholepage', '--', 'new', 'remote', name, path);
  await isOfItsOwn(join(checkout, name));
  await trial.step(checkout, 'npx', 'jest', '--forceExit', `${name}/`);
  await trial.step(checkout, 'npm', 'run', 'release', name);
  await rm(checkout, { recursive: true });
}

test('a remote of the shortest name goes from nothing to live in this workspace, as docs/add-a-remote.md says', async () => {
  const trial = new Trial(await mkdtemp(join(tmpdir(), 'bench-new-team-')));
  await publishAll(trial.place, () => {}, trial.env);
  const { DATA_DIR } = trial.env;
  const composer = await startComposer({ DATA_DIR, RELEASES_URL: trial.place });
  try {
    const team = { name: 'mf-x', path: '/x', heading: 'Page X' };
    const before = await trial.versions();
    await releaseFromInside(trial, team);
    await isOnTheSite(trial, composer.origin, team, before);
  } finally {
    await stopAll();
    await rm(trial.data, { recursive: true, force: true });
  }
}, 600_000);
