import type { Deployment } from '@wholepage/contracts/discovery';
import { publishedVersions } from '@wholepage/releases/candidate';
import { follow } from '@wholepage/releases/registry/follow';
import { type HistoryEntry, SITE } from '@wholepage/releases/registry/history';
import { activeLock } from '@wholepage/releases/registry/locks';
import { lastRegistry } from '@wholepage/releases/registry/registry';
import type { WritableStore } from '@wholepage/releases/store/store';
import type { AppSummary, CanarySummary, Overview } from '../../shapes';
import type { ConsoleContext } from '../context';
import { readComposers, readHealth } from '../observed/read-pages';

const canaryOf = (canary: Deployment | undefined): CanarySummary | undefined =>
  canary && {
    version: canary.metadata.version,
    percent: canary.deployment.traffic,
    startedAt: canary.extras.startedAt,
    next: canary.extras.canary?.next ?? [],
    everyMs: canary.extras.canary?.everyMs,
    experiment: canary.extras.experiment,
  };

const APP = /^[a-z][a-z0-9-]{0,59}$/;
/** Folders of the store that hold no app. */
const NO_APPS = ['history', 'previews', 'private'];

/** Apps in the store of which nothing was ever promoted. */
async function unreleased(store: WritableStore, known: readonly string[]): Promise<string[]> {
  const names = (await store.names('')).filter((name) => APP.test(name) && ![...known, ...NO_APPS].includes(name));
  const versions = await Promise.all(names.map((app) => publishedVersions(store, app)));
  return names.filter((_, index) => versions[index]?.length);
}

/** Steps of all apps among which a rollback is looked for. */
const STEPS_READ = 200;

/** Finds the steps by which live releases became live last. */
function stepsToLive(steps: Pick<ConsoleContext['steps'], 'newest' | 'step'>) {
  let recent: Promise<HistoryEntry[]> | undefined;
  return async (app: string, { metadata, extras }: Deployment): Promise<HistoryEntry | undefined> => {
    const { version } = metadata;
    const isIt = (step: HistoryEntry | undefined): boolean => step?.app === app && step.version === version;
    // After a rollback a release has the step of its first time, from where the next rollback goes on.
    if (extras.takenBack) {
      recent ??= steps.newest({ limit: STEPS_READ });
      const last = (await recent).find((step) => isIt(step) && /^(promote|rollback)$/.test(step.action));
      if (last) return last;
    }
    const taken = extras.step ? await steps.step(extras.step) : undefined;
    return isIt(taken) ? taken : undefined;
  };
}

/** What is live of each app, since when and by whom, as composers follow it. */
export async function readOverview({
  store,
  steps,
  pool,
}: Pick<ConsoleContext, 'store' | 'steps' | 'pool'>): Promise<Overview> {
  const { registry } = await lastRegistry(store);
  const { apps, malformed, locks, refused } = await follow(store, registry);
  const now = Date.now();
  const names = [...new Set([...Object.keys(apps), ...Object.keys(malformed)])].sort();
  const health = await readHealth(
    pool,
    names.map((app) => ({
      app,
      live: apps[app]?.live?.metadata.version,
      previous: apps[app]?.previous?.metadata.version,
    })),
  );
  const stepToLive = stepsToLive(steps);
  const summary = async (app: string): Promise<AppSummary> => {
    const { live, previous, canary } = apps[app] ?? {};
    const step = live && (await stepToLive(app, live));
    return {
      app,
      live: live && { version: live.metadata.version, since: step?.at, by: step?.by, why: step?.why },
      previous: previous?.metadata.version,
      canary: canaryOf(canary),
      lock: activeLock([locks[app]], now),
      health: health.get(app),
      refused: malformed[app],
    };
  };
  return {
    generation: registry.generation,
    siteLock: activeLock([locks[SITE]], now),
    apps: await Promise.all(names.map(summary)),
    unreleased: await unreleased(store, names),
    composers: await readComposers(pool, registry.generation),
    refused,
  };
}
