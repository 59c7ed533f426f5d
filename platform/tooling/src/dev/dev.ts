import { join, resolve } from 'node:path';
import type { AppName } from '@wholepage/contracts/release';
import { promote } from '@wholepage/releases/steps';
import { type FSWatcher, watch } from 'chokidar';
import { packageDir, ROOT, workspaceApps, workspaceRemotes } from '../paths';
import { chosen } from '../run/command';
import { stopKept } from '../run/kept-service';
import { freePort } from '../run/spawn';
import { siteDefinition, sitePort } from '../site/definition';
import { buildApps, buildServers, buildService } from '../start/build/build-all';
import { requireComposerSettings } from '../start/composer';
import { publishAll } from '../start/publish-all';
import { lineTeller, requireServicePorts, startServices } from '../start/services';
import { affectedBy, hasEffect, sourcesOf } from './affected';
import { Builder } from './builder/builder';

/** Development has a store and a database of its own: nothing of it reaches the released site. */
const DATA_DIR = resolve(ROOT, process.env.DATA_DIR || 'var', 'dev');
const STORE = join(DATA_DIR, 'releases');
// Releases are signed, and served, by keys of development's own.
process.env.DATA_DIR = DATA_DIR;

const say = (line: string) => console.log(line);
const secondsSince = (started: number): string => `${((performance.now() - started) / 1000).toFixed(1)} s`;

/** Builds these apps at once, then makes them live together: a page is reloaded once. A mistake leaves the last good one. */
async function refresh(builders: readonly Builder[], changed: readonly string[]): Promise<AppName[]> {
  const replies = await Promise.all(
    builders.map(async (builder) => ({ app: builder.app, ...(await builder.build(changed)) })),
  );
  const built: AppName[] = [];
  for (const { app, version, problem } of replies) {
    if (problem) console.error(`${app}: ${problem}`);
    if (!version) continue;
    await promote(STORE, app, version, { why: 'npm run dev' });
    built.push(app);
  }
  return built;
}

/** The whole site, with these apps (or all) rebuilt and the page reloaded at every change; one remote is swapped in it, too. */
export async function dev(words: readonly string[]): Promise<void> {
  const apps = chosen(words, workspaceApps(), 'app');
  const sources = sourcesOf(await siteDefinition());
  await requireComposerSettings(process.env);
  await requireServicePorts(process.env);
  await Promise.all([buildApps(say), buildServers()]);
  await publishAll(STORE, () => {});
  const starting = startServices({
    env: { ...process.env, DATA_DIR, RELEASES_URL: STORE, NODE_ENV: 'development', DEV_RELOAD: '1' },
    onLine: lineTeller(say),
  });
  const builders = apps.map((app) => new Builder(app, STORE));
  const stop = async () => {
    for (const builder of builders) builder.stop();
    // What is just being started is stopped, too.
    await stopKept(await starting.catch(() => []));
    process.exit(0);
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  const services = await starting;

  const restart = async (name: string): Promise<string> => {
    await buildService(name);
    await services.find((service) => service.name === name)?.restart();
    return name;
  };
  const onChange = async (changed: string[]): Promise<void> => {
    const started = performance.now();
    const affected = changed.map((path) => affectedBy(path, apps, sources));
    const isAffected = ({ app }: Builder) => affected.some((each) => each.apps.includes(app));
    const toRestart = [...new Set(affected.flatMap((each) => each.services))];
    try {
      const built = refresh(builders.filter(isAffected), changed);
      const done = [...(await built), ...(await Promise.all(toRestart.map(restart)))];
      if (done.length > 0) say(`${done.join(', ')}: live after ${secondsSince(started)}`);
    } catch (error) {
      console.error(error instanceof Error ? error.message : String(error));
    }
  };
  let busy = Promise.resolve();
  await watchSources([...apps.map(packageDir), ...sources.watched], (changed) => {
    busy = busy.then(() => onChange(changed));
  });
  say(`Watching ${apps.join(', ')}. Site ready at http://localhost:${sitePort(process.env)}`);
  // The first build reads everything; one after the other, so that an edit meanwhile does not wait for all of them.
  for (const builder of builders) await builder.build([]);
  const [remote] = workspaceRemotes().filter((name) => apps.length === 1 && apps.includes(name));
  if (remote) {
    const { serveHot } = await import('./standalone');
    const hot = await serveHot(remote, await freePort());
    say(`Swapped in a page that keeps its state: http://localhost:${sitePort(process.env)}/?override=${remote}@${hot}`);
  }
  say('From here on a change is seen at once.');
}

/** An editor writes a file in more than one step, and a checkout writes many. */
const SETTLE_MS = 40;

/**
 * Watches files and folders. Replaced files (`git checkout`, `sed -i`) are seen like written ones.
 * @param onChange called with the absolute paths that changed, once they have settled
 * @param settleMs silence after which they have
 * @returns when everything is being watched
 */
export async function watchSources(
  paths: readonly string[],
  onChange: (changed: string[]) => void,
  settleMs = SETTLE_MS,
): Promise<FSWatcher> {
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tell = () => {
    const settled = [...changed];
    changed.clear();
    onChange(settled);
  };
  const watcher = watch([...paths], {
    ignoreInitial: true,
    atomic: settleMs,
    ignored: (path) => !hasEffect(path),
  });
  watcher.on('all', (_event, path) => {
    changed.add(path);
    clearTimeout(timer);
    timer = setTimeout(tell, settleMs);
  });
  await new Promise<void>((resolve, reject) => watcher.once('ready', resolve).once('error', reject));
  return watcher;
}
