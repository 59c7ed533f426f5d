import { setTimeout as wait } from 'node:timers/promises';
import type { Registry } from '@wholepage/contracts/release';
import { ReleaseError } from '../errors';
import { manifestPath } from '../release/manifest';
import { releasedBy } from '../settings';
import type { WritableStore } from '../store/store';
import { claimsIn } from '../trust/claims';
import type { Trust } from '../trust/trust';
import { follow, type SiteReleases } from './follow';
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

/** Each lost race means that another team's step was taken meanwhile. */
const ATTEMPTS = 60;
const LONGEST_PAUSE_MS = 60;

/** A step as it is decided on: `commit` knows the rest of its entry. Without `by`, whoever RELEASED_BY or the machine names. */
type Step = Pick<HistoryEntry, 'action' | 'version'> & Partial<Omit<HistoryEntry, Computed>>;
type Computed = 'generation' | 'at' | 'app' | 'previous' | 'before' | 'deployments' | 'signature';

/** What is said of a step by whoever takes it, for the history. */
export interface StepOptions extends Omit<Step, 'action' | 'version' | 'until' | 'under'> {
  /** Whose releases are believed; that of the environment without it. */
  trust?: Trust | undefined;
}

/** The registry, as far as it is believed, when a step is decided on. */
interface Situation {
  releases: AppReleases;
  site: SiteReleases;
  /** The step that left the app as it is, with its signature; undefined where steps are not signed. */
  lastStep: Record<string, unknown> | undefined;
  /** Id of the step to be taken. */
  step: string;
}

/** Decides the next step from the current registry, and what it leaves. Called again after a lost race. */
type Decide = (situation: Situation) => Decision | Promise<Decision>;
type Decision = { step: Step; next: AppReleases };

/** A step as it will be read, without what is undefined or no part of a step, with its signature. */
function signed(store: WritableStore, step: Omit<HistoryEntry, 'signature'>): HistoryEntry {
  const written = historyEntrySchema.parse(JSON.parse(JSON.stringify(step)));
  return { ...written, signature: store.trust.signRecord('step', written) };
}

/** What an app's newest step that holds left behind, where the registry's entry is not to be believed. */
async function lastBelieved(store: WritableStore, app: string): Promise<AppReleases> {
  for await (const entry of stepsBack(store, app, Number.POSITIVE_INFINITY)) {
    try {
      checkStep(store.trust, entry, { locks: [], now: Date.now() });
      return releasesAfter(entry);
    } catch {
      // An older one may hold.
    }
  }
  return {};
}

/** Whether a step was taken although the store says otherwise: its answer was lost, and what was sent again met the first. */
async function wasTaken(store: WritableStore, taken: HistoryEntry): Promise<boolean> {
  const latest = pendingStep((await lastRegistry(store)).registry);
  const step = latest?.generation === taken.generation ? latest : await readStep(store, keptAs(taken));
  return step?.signature?.value === taken.signature?.value;
}

/** The registry after a step. */
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

/** @throws ReleaseError when a step would give visitors what was taken away since it was checked, or the store cannot say */
async function refusePruned(store: WritableStore, app: string, before: AppReleases, next: AppReleases): Promise<void> {
  const known = [before.live, before.canary].map((one) => one?.metadata.version);
  for (const { metadata } of [next.live, next.canary].filter((one) => one !== undefined))
    if (!known.includes(metadata.version) && !(await store.find(manifestPath(app, metadata.version))))
      throw new ReleaseError(`${app} ${metadata.version} was pruned meanwhile: nothing was changed.`, {
        refusal: 'not-found',
      });
}

/**
 * Takes one step: reads the registry, lets `decide` say what is next, signs it, and swaps it in only if nobody else did
 * meanwhile. The step travels with the registry and is then kept in the history. A crash in between loses nothing, for
 * whoever comes next keeps it first.
 * @throws what `decide` throws; ReleaseError when the step would not be followed, or others are faster time and again
 */
export async function commit(store: WritableStore, app: string, decide: Decide): Promise<HistoryEntry> {
  await store.trust.prepareSteps();
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { registry, revision } = await lastRegistry(store);
    const generation = registry.generation + 1;
    const site = await follow(store, registry);
    const isBelieved = site.apps[app] !== undefined || registry.microFrontends[app] === undefined || app === SITE;
    const releases = isBelieved ? (site.apps[app] ?? {}) : await lastBelieved(store, app);
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
      // The registry carries the step until the next one keeps it: a disk that is full now undoes nothing.
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

/** The newest step of an app with its deployments, as its signer signed it. */
function stepOf(registry: Registry, app: string): Record<string, unknown> | undefined {
  const step = registry.steps?.[app];
  if (step === null || typeof step !== 'object' || !('signature' in step)) return undefined;
  return { ...step, deployments: registry.microFrontends[app] };
}
