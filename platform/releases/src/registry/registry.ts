import { setTimeout as wait } from 'node:timers/promises';
import { type Registry, registrySchema } from 'contracts/discovery';
import { ReleaseError } from '../errors';
import type { ReleaseStore, WritableStore } from '../store/store';
import { type AppReleases, releasesOf, toList } from './deployments';
import { type HistoryEntry, historyEntrySchema, keepStep, readStep, registryFromHistory, stepId } from './history';
import type { Verification } from './verification';

export const REGISTRY_FILE = 'registry.json';
const SCHEMA = 'https://raw.githubusercontent.com/awslabs/frontend-discovery/main/schema/v1-pre.json';
/** Each lost race means that another team's step was taken meanwhile. */
const ATTEMPTS = 60;
const LONGEST_PAUSE_MS = 60;

const parse = (bytes: Buffer): Registry | undefined => {
  try {
    return registrySchema.parse(JSON.parse(bytes.toString('utf8')));
  } catch {
    return undefined;
  }
};

/** @throws ReleaseError when it is missing or is not a registry */
export async function readRegistry(store: ReleaseStore): Promise<Registry> {
  const bytes = await store.read(REGISTRY_FILE).catch((cause: unknown) => {
    throw new ReleaseError(
      `${store.place} has no ${REGISTRY_FILE} that can be read. Release an app first (npm run release <app>), or name the store in RELEASES_URL.`,
      { cause },
    );
  });
  const registry = parse(bytes);
  if (registry) return registry;
  throw new ReleaseError(
    `${REGISTRY_FILE} in ${store.place} is not a registry. The next promotion restores it from the history.`,
  );
}

/** The registry as the last step left it; one that is lost or garbled is read from the history. */
export async function lastRegistry(
  store: WritableStore,
): Promise<{ registry: Registry; revision: string | undefined }> {
  const found = await store.find(REGISTRY_FILE);
  const registry = found && parse(found.bytes);
  return { registry: registry ?? (await registryFromHistory(store, SCHEMA)), revision: found?.revision };
}

/** The step that the registry itself still carries. */
export const pendingStep = ({ latest }: Registry): HistoryEntry | undefined =>
  historyEntrySchema.safeParse(latest).data;

/** A step to be taken, for whoever reads the history. */
export interface Step {
  action: HistoryEntry['action'];
  app: string;
  version: string;
  by: string;
  why: string;
  verification?: Verification | undefined;
  evidence?: Record<string, unknown>;
}

/** What the next step is, decided on the registry as it is now. Called anew when somebody else was faster. */
export type Decide = (
  app: AppReleases,
  registry: Registry,
  /** Id of the step to be taken. */
  step: string,
) => Promise<{ step: Step; next: AppReleases }> | { step: Step; next: AppReleases };

/** A malformed entry of the very app that is changed: it has nothing that could be kept. */
const ownReleases = (registry: Registry, app: string): AppReleases => {
  try {
    return releasesOf(registry, app);
  } catch {
    return {};
  }
};

/** Whether a step was taken although the store says otherwise: its answer was lost, and what was sent again met the first. */
async function wasTaken(store: WritableStore, { generation, app, at, by, version }: HistoryEntry): Promise<boolean> {
  const latest = pendingStep((await lastRegistry(store)).registry);
  const step = latest?.generation === generation ? latest : await readStep(store, stepId(generation, app));
  return step?.app === app && step.at === at && step.by === by && step.version === version;
}

/**
 * Takes one step: reads the registry, lets `decide` say what is next, and swaps it in only if nobody else did meanwhile.
 * The step travels with the registry and is then kept in the history: a crash in between loses nothing, for whoever
 * comes next keeps it first.
 * @throws what `decide` throws; ReleaseError when others are faster time and again
 */
export async function takeStep(store: WritableStore, app: string, decide: Decide): Promise<HistoryEntry> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const { registry, revision } = await lastRegistry(store);
    const generation = registry.generation + 1;
    const before = ownReleases(registry, app);
    const { step, next } = await decide(before, registry, stepId(generation, app));
    const pending = pendingStep(registry);
    if (pending) await keepStep(store, pending);
    const deployments = toList(next);
    const previous = before.live?.metadata.version;
    const entry = { ...step, generation, at: new Date().toISOString(), ...(previous && { previous }), deployments };
    const changed: Registry = {
      schema: SCHEMA,
      generation,
      latest: entry,
      microFrontends: { ...registry.microFrontends, [app]: deployments },
    };
    const isSwapped = await store.replace(REGISTRY_FILE, Buffer.from(`${JSON.stringify(changed)}\n`), revision);
    if (isSwapped || (await wasTaken(store, entry))) {
      await keepStep(store, entry);
      return entry;
    }
    await wait(Math.random() * LONGEST_PAUSE_MS);
  }
  throw new ReleaseError(`Others changed the registry ${ATTEMPTS} times meanwhile: nothing was changed. Try again.`);
}
