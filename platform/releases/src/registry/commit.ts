import { setTimeout as wait } from 'node:timers/promises';
import type { Registry } from '@wholepage/contracts/release';
import { ReleaseError } from '../errors';
import { manifestPath } from '../release/manifest';
import { releasedBy } from '../settings';
import type { WritableStore } from '../store/store';
import { claimsIn } from '../trust/claims';
import type { Trust } from '../trust/trust';
import { checkLive, follow, type SiteReleases } from './follow';
import {
  type AppReleases,
  type HistoryEntry,
  historyEntrySchema,
  isLockStep,
  keepStep,
  keptAs,
  lastRegistry,
  pendingStep,
  REGISTRY_FILE,
  readStep,
  registryBytes,
  releasesAfter,
  SCHEMA,
  SITE,
  stepId,
  stepsBack,
  toList,
} from './registry';
import { checkStep } from './step-rights';

/** Most attempts; each lost race means that another step was committed. */
const ATTEMPTS = 60;
const LONGEST_PAUSE_MS = 60;

/** A decided step; `commit` computes the rest of its entry. `by` defaults to RELEASED_BY or the account's name. */
type Step = Pick<HistoryEntry, 'action' | 'version'> & Partial<Omit<HistoryEntry, Computed>>;
type Computed = 'generation' | 'at' | 'app' | 'previous' | 'before' | 'deployments' | 'signature';

/** Details of a step for the history. */
export interface StepOptions extends Omit<Step, 'action' | 'version' | 'until' | 'under'> {
  /** Trusted keys; default: the environment's. */
  trust?: Trust | undefined;
}

/** The trusted part of the registry, from which a step is decided. */
interface Situation {
  releases: AppReleases;
  site: SiteReleases;
  /** Last signed step of the app; undefined where steps are not signed. */
  lastStep: Record<string, unknown> | undefined;
  /** Id of the step to commit. */
  step: string;
}

/** Decides the next step and its result from the current registry. Called again after a lost race. */
type Decide = (situation: Situation) => Decision | Promise<Decision>;
type Decision = { step: Step; next: AppReleases };

/** Returns a step as it will be parsed, without undefined and foreign fields, with its signature. */
function signed(store: WritableStore, step: Omit<HistoryEntry, 'signature'>): HistoryEntry {
  const written = historyEntrySchema.parse(JSON.parse(JSON.stringify(step)));
  return { ...written, signature: store.trust.signRecord('step', written) };
}

/** Returns the result of an app's newest valid step, for when the registry's entry is not trusted. */
async function lastBelieved(store: WritableStore, app: string): Promise<AppReleases> {
  for await (const entry of stepsBack(store, app, Number.POSITIVE_INFINITY)) {
    const after = releasesAfter(entry);
    try {
      const { needsLiveStep } = checkStep(store.trust, entry, { locks: [], now: Date.now() });
      if (needsLiveStep) await checkLive(store, entry, after, {});
      return after;
    } catch {
      // An older step may be valid.
    }
  }
  return {};
}

/** Returns what visitors get of an app: by the registry, or by the newest step that holds. */
export async function believed(
  store: WritableStore,
  app: string,
  { registry, site }: { registry: Registry; site: SiteReleases },
): Promise<AppReleases> {
  return site.apps[app] ?? (registry.microFrontends[app] === undefined ? {} : lastBelieved(store, app));
}

/** Whether a step was committed although the store says otherwise: its response was lost, and the retry met the first write. */
async function wasTaken(store: WritableStore, taken: HistoryEntry): Promise<boolean> {
  const latest = pendingStep((await lastRegistry(store)).registry);
  const step = latest?.generation === taken.generation ? latest : await readStep(store, keptAs(taken));
  return step?.signature?.value === taken.signature?.value;
}

function registryAfter(registry: Registry, entry: HistoryEntry): Registry {
  const { app, generation, deployments, ...step } = entry;
  const isLock = isLockStep(entry);
  return {
    schema: SCHEMA,
    generation,
    latest: entry,
    microFrontends: { ...registry.microFrontends, ...(!isLock && { [app]: deployments }) },
    steps: { ...registry.steps, ...(!isLock && { [app]: { ...step, app, generation } }) },
    locks: { ...registry.locks, ...(isLock && { [app]: entry }) },
  };
}

/** @throws ReleaseError when a step's release was pruned since it was checked, or the store is unavailable */
async function refusePruned(store: WritableStore, app: string, before: AppReleases, next: AppReleases): Promise<void> {
  const known = [before.live, before.canary].map((one) => one?.metadata.version);
  for (const { metadata } of [next.live, next.canary].filter((one) => one !== undefined))
    if (!known.includes(metadata.version) && !(await store.find(manifestPath(app, metadata.version))))
      throw new ReleaseError(`${app} ${metadata.version} was pruned meanwhile: nothing was changed.`, {
        refusal: 'not-found',
      });
}

/**
 * Commits one step by compare and swap: reads the registry, calls `decide`, signs the step, replaces the registry unless another
 * step came first. The registry carries the step until the history has it: after a crash, the next writer stores it first.
 * @throws what `decide` throws; ReleaseError when composers would not follow the step, or after too many lost races
 */
export async function commit(store: WritableStore, app: string, decide: Decide): Promise<HistoryEntry> {
  await store.trust.prepareSteps();
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { registry, revision } = await lastRegistry(store);
    const generation = registry.generation + 1;
    const site = await follow(store, registry);
    const releases = await believed(store, app, { registry, site });
    const lastStep = stepOf(registry, app);
    const { step, next } = await decide({ releases, site, lastStep, step: stepId(generation, app) });
    const { by = releasedBy(), why = '' } = step;
    await refusePruned(store, app, releases, next);
    const pending = pendingStep(registry);
    if (pending) await keepStep(store, pending);
    const previous = releases.live?.metadata.version;
    const before = lastStep && stepId(Number(lastStep['generation']), app);
    const deployments = isLockStep(step) ? [] : toList(next);
    const at = new Date().toISOString();
    const entry = signed(store, { ...step, app, by, why, generation, at, previous, before, deployments });
    checkStep(store.trust, entry, { locks: [site.locks[app], site.locks[SITE]], now: Date.now() });
    const changed = registryAfter(registry, entry);
    const isSwapped = await store.replace(REGISTRY_FILE, registryBytes(changed), revision);
    if (isSwapped || (await wasTaken(store, entry))) {
      // The registry carries the step until the next writer stores it, so that a full disk loses nothing.
      await keepStep(store, entry).catch(() => undefined);
      for (const release of [next.live, next.canary])
        if (release) await store.trust.pin(app, claimsIn(release.extras)).catch(() => undefined);
      return entry;
    }
    await wait(Math.random() * LONGEST_PAUSE_MS);
  }
  throw new ReleaseError(`Others changed the registry ${ATTEMPTS} times meanwhile: nothing was changed. Try again.`, {
    refusal: 'superseded',
  });
}

/** Returns an app's newest step with its deployments, as signed. */
function stepOf(registry: Registry, app: string): Record<string, unknown> | undefined {
  const step = registry.steps?.[app];
  if (step === null || typeof step !== 'object' || !('signature' in step)) return undefined;
  return { ...step, deployments: registry.microFrontends[app] };
}
