import { join, relative, resolve, sep } from 'node:path';
import { type AppName, SHELL } from '@wholepage/contracts/release';
import type { SiteDefinition } from '@wholepage/contracts/site';
import { promote } from '@wholepage/releases/steps';
import { type FSWatcher, watch } from 'chokidar';
import { keepClassNames } from '../build/app';
import { contentSources } from '../content/resolve';
import { packageDir, ROOT, SITE_DIR, workspaceApps, workspaceRemotes } from '../paths';
import { chosen } from '../run/command';
import { stopKept } from '../run/kept-service';
import { atSite, siteDefinition } from '../site/definition';
import { buildAgain, buildApps, buildServers } from '../start/build/build-all';
import { askedToStop, requireComposerSettings, siteAddress } from '../start/composer';
import { publishAll } from '../start/publish-all';
import { lineTeller, requireServicePorts, startServices } from '../start/services';
import { writeSiteTypes } from '../types/types';
import { Builder } from './builder/builder';
import { HotServer, keepRecent } from './hot/hot-server';

/** Development has its own store and database, separate from the released site's. */
const DATA_DIR = resolve(ROOT, process.env.DATA_DIR || 'var', 'dev');
const STORE = join(DATA_DIR, 'releases');
// Development signs its releases with its own keys.
process.env.DATA_DIR = DATA_DIR;

const say = (line: string) => console.log(line);

/** Builds apps one after the other, the shell first, because pages need it. After an error the last good build stays. */
async function refresh(builders: readonly Builder[], changed: readonly string[], recent: Builder[]) {
  const built: AppName[] = [];
  for (const builder of [...builders].sort((one, other) => Number(other.app === SHELL) - Number(one.app === SHELL))) {
    keepRecent(recent, builder);
    const { version, problem } = await builder.build(changed);
    if (problem) console.error(`${builder.app}: ${problem}`);
    if (!version) continue;
    await promote(STORE, builder.app, version, { why: 'npm run dev' });
    built.push(builder.app);
  }
  return built;
}

/**
 * Runs the whole site in development. A change of a remote is swapped in the open page, which keeps its state; then its
 * server part is built. A change of the shell or a service reloads the page. With names, only these apps are watched.
 */
export async function dev(words: readonly string[]): Promise<void> {
  const apps = chosen(words, workspaceApps(), 'app');
  const sources = sourcesOf(await siteDefinition());
  await requireComposerSettings(process.env);
  await requireServicePorts(process.env);
  await Promise.all([buildApps(say), buildServers()]);
  await publishAll(STORE, () => {});
  await writeSiteTypes(STORE);
  keepClassNames([...apps.map(packageDir), ...sources.styled]);
  const remotes = workspaceRemotes().filter((name) => apps.includes(name));
  const recentServers: HotServer[] = [];
  const servers = await Promise.all(
    remotes.map(async (name) => {
      const server = await HotServer.listen(name, (used) => keepRecent(recentServers, used));
      return [name, server] as const;
    }),
  );
  const DEV_SERVERS = JSON.stringify(Object.fromEntries(servers.map(([name, { origin }]) => [name, origin])));
  const { signal, stopped } = askedToStop();
  const starting = startServices({
    env: { ...process.env, DATA_DIR, RELEASES_URL: STORE, NODE_ENV: 'development', DEV_SERVERS },
    signal,
    onLine: lineTeller(say),
  });
  const builders = apps.map((app) => new Builder(app, STORE));
  const recentBuilders: Builder[] = [];
  const stop = async () => {
    for (const running of [...builders, ...recentServers]) running.stop();
    // Including services that are still starting.
    await stopKept(await starting.catch(() => []));
    process.exit(0);
  };
  stopped.then(stop);
  const services = await starting;

  const restart = async (name: string, changed: readonly string[]): Promise<string[]> => {
    const isOther = await buildAgain(name);
    // A back end's folder also contains its remote: changes of page code and styles do not restart the back end.
    if (!isOther && changed.every((path) => /\.([cm]?[jt]sx?|css)$/.test(path))) return [];
    await services.find((service) => service.name === name)?.renew();
    return [name];
  };
  const affectedOf = (changed: readonly string[]) => changed.map((path) => affectedBy(path, apps, sources));
  const restartServices = async (changed: readonly string[]) => {
    const names = [...new Set(affectedOf(changed).flatMap((each) => each.services))];
    return (await Promise.all(names.map((name) => restart(name, changed)))).flat();
  };
  const buildAffected = async (changed: readonly string[]) => {
    const affected = new Set(affectedOf(changed).flatMap((each) => each.apps));
    const toBuild = builders.filter(({ app }) => affected.has(app));
    const built = await refresh(toBuild, changed, recentBuilders);
    if (built.length > 0) await writeSiteTypes(STORE);
    return built;
  };
  const restarts = inTurn(restartServices);
  const builds = inTurn(buildAffected);
  await watchSources([...apps.map(packageDir), ...sources.watched], (changed) => {
    void restarts(changed);
    void builds(changed);
  });
  say(`Watching ${apps.join(', ')}. Site ready at ${siteAddress(process.env)}`);
  // Pages, and changes saved meanwhile, wait for the shell's build. A remote is built when a page first requests it.
  await builds([packageDir(SHELL)]);
  say('From here on a change is seen at once.');
}

/** Runs work for changes one at a time, and reports when it is live. Changes meanwhile form the next turn. */
function inTurn(
  work: (changed: readonly string[]) => Promise<readonly string[]>,
): (changed: readonly string[]) => Promise<void> {
  let waiting: string[] = [];
  let busy = Promise.resolve();
  const turn = async () => {
    const changed = waiting;
    waiting = [];
    if (changed.length === 0) return;
    const started = performance.now();
    try {
      const done = await work(changed);
      if (done.length > 0) say(`${done.join(', ')}: live after ${((performance.now() - started) / 1000).toFixed(1)} s`);
    } catch (error) {
      console.error(error instanceof Error ? error.message : String(error));
    }
  };
  return (changed) => {
    waiting.push(...changed);
    busy = busy.then(turn);
    return busy;
  };
}

/** Pause after which changes have settled: editors write in several steps, and a checkout writes many files. */
const SETTLE_MS = 40;

/** Calls back with the absolute paths that changed once they have settled, also of files that `git checkout` replaced. */
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

/** Packages of the composer. */
const COMPOSER = ['composer', 'releases', 'telemetry', 'page-rules', 'contracts'];
const IN_APPS = ['contracts', 'page-rules', 'federation', 'remote-kit', 'shell-kit'];

/** Returns the sources of this site's programs, as absolute paths of folders and files. */
export function sourcesOf(site: SiteDefinition) {
  const { navigation, content = {}, services = [], sharedSources = [] } = site;
  const files = [navigation, ...Object.values(content)].map(({ file }) => atSite(file));
  const styled = [...IN_APPS.map(packageDir), ...sharedSources.map(atSite)];
  const shared = [...styled, ...Object.values(contentSources(site))];
  const made = new Map<string, readonly string[]>(
    services.map(({ name, folder, alsoMadeOf = [] }) => [name, [folder, ...alsoMadeOf].map(atSite)]),
  );
  made.set('composer', [...COMPOSER.map(packageDir), SITE_DIR, ...files]);
  return {
    /** Folders whose styles apps may use. */
    styled,
    /** Sources that all apps may use; builds that have not read a changed file stay. */
    shared,
    services: made,
    /** All sources to watch beside the apps. */
    watched: [...new Set([...shared, ...[...made.values()].flat()])],
  };
}

/** Paths without effect on running programs. */
const WITHOUT_EFFECT =
  /(^|\/)(node_modules|dist|var|gallery|test|testing|tests)(\/|$)|\.test\.tsx?$|\.md$|(^|\/)\.[^/.]/;

export const hasEffect = (path: string): boolean => !WITHOUT_EFFECT.test(relative(ROOT, path).split(sep).join('/'));

const isWithin = (path: string, place: string): boolean => path === place || path.startsWith(place + sep);

/** Returns what has to be built or restarted for a change. @param path absolute @param apps watched in this session */
export function affectedBy(path: string, apps: readonly AppName[], { shared, services }: ReturnType<typeof sourcesOf>) {
  const of = (places: readonly string[]) => places.some((place) => isWithin(path, place));
  return {
    apps: of(shared) ? [...apps] : apps.filter((app) => isWithin(path, packageDir(app))),
    services: [...services].flatMap(([name, places]) => (of(places) ? [name] : [])),
  };
}
