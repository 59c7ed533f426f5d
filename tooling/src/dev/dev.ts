import { watch } from 'node:fs';
import { join, resolve } from 'node:path';
import type { AppName } from 'contracts/version';
import { promote } from 'releases/promote';
import { publish } from 'releases/publish';
import { workspaceApps } from '../apps';
import { buildApp } from '../build/build-app';
import { packageDir, ROOT } from '../paths';
import { chosen, runCommand } from '../run/command';
import { stopKept } from '../run/kept-service';
import { buildApps, buildServers } from '../start/build-all';
import { publishAll } from '../start/publish-all';
import { portsOf, requireServicePorts, startServices } from '../start/services';

const SETTLE_MS = 150;
const SHARED = ['contracts', 'remote-kit', 'shared-ui'];
const LEFT_OUT = /(^|\/)(dist|node_modules|gallery|illustrations)\/|\.test\.tsx?$|\.building-/;

/** Development has a store and a database of its own: nothing of it reaches the released site. */
const DATA_DIR = resolve(ROOT, process.env.DATA_DIR || 'var', 'dev');
const STORE = join(DATA_DIR, 'releases');

/** Builds an app and makes it live; a mistake in the source is printed and the last good build serves on. */
async function refresh(app: AppName): Promise<void> {
  const started = performance.now();
  try {
    const { manifest, dir } = await buildApp(app, { development: true });
    await publish(STORE, app, manifest.version, dir);
    await promote(STORE, app, manifest.version);
    console.log(`${app}: live after ${((performance.now() - started) / 1000).toFixed(1)} s`);
  } catch (error) {
    console.error(`${app}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Rebuilds these apps when their sources, or what they share, change. One build at a time. */
function watchApps(apps: AppName[]): void {
  const due = new Set<AppName>();
  let building = Promise.resolve();
  let timer: ReturnType<typeof setTimeout>;
  const flush = () => {
    const next = [...due];
    due.clear();
    building = building.then(async () => {
      for (const app of next) await refresh(app);
    });
  };
  const changed = (some: AppName[]) => (_event: string, file: string | null) => {
    if (!file || LEFT_OUT.test(file)) return;
    for (const app of some) due.add(app);
    clearTimeout(timer);
    timer = setTimeout(flush, SETTLE_MS);
  };
  for (const app of apps) watch(packageDir(app), { recursive: true }, changed([app]));
  for (const shared of SHARED) watch(packageDir(shared), { recursive: true }, changed(apps));
}

/** The whole site, with these apps (or all) rebuilt and the page reloaded at every change. */
async function dev(words: readonly string[]): Promise<void> {
  const apps = chosen(words, workspaceApps(), 'app');
  await requireServicePorts(process.env);
  await Promise.all([buildApps((line) => console.log(line)), buildServers()]);
  await publishAll(STORE, () => {});
  const services = await startServices({
    env: { ...process.env, DATA_DIR, RELEASES_URL: STORE, NODE_ENV: 'development', DEV_RELOAD: '1' },
    onLine: (name, line) => console.log(`[${name}] ${line}`),
  });
  const stop = () => void stopKept(services).then(() => process.exit(0));
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  watchApps(apps);
  console.log(`Watching ${apps.join(', ')}. Site ready at http://localhost:${portsOf(process.env).site}`);
}

await runCommand('npm run dev [app…]   the site, with these apps, or all, rebuilt at every change', dev);
