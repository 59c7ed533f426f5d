import {
  appNameSchema,
  type Deployment,
  deploymentSchema,
  type Registry,
  registrySchema,
  signatureSchema,
} from '@wholepage/contracts/release';
import * as z from 'zod';
import { messageOf, ReleaseError } from '../errors';
import { boundedMap, parseAs, type ReleaseStore, type WritableStore } from '../store/store';
import { STEP_ACTIONS, STEPS } from '../trust/pins';

export interface AppReleases {
  live?: Deployment | undefined;
  /** The former live release, target of a rollback. */
  previous?: Deployment | undefined;
  /** Release for a share of visitors, beside the live one. */
  canary?: Deployment | undefined;
}

const listSchema = z.array(deploymentSchema).max(20);

const fromList = (list: readonly Deployment[]): AppReleases => {
  const others = list.filter(({ deployment }) => !deployment.default);
  return {
    live: list.find(({ deployment }) => deployment.default),
    canary: others.find(({ deployment }) => deployment.traffic > 0),
    previous: others.find(({ deployment }) => deployment.traffic === 0),
  };
};

const serving = (release: Deployment, traffic: number, isDefault: boolean): Deployment => ({
  ...release,
  deployment: { traffic, default: isDefault },
});

/** Returns releases as the registry's list: the live one first, with the share that the canary leaves. */
export function toList({ live, previous, canary }: AppReleases): Deployment[] {
  const share = canary?.deployment.traffic ?? 0;
  return [
    ...(live ? [serving(live, 100 - share, true)] : []),
    ...(canary ? [serving(canary, share, false)] : []),
    ...(previous ? [serving(previous, 0, false)] : []),
  ];
}

/** @throws ReleaseError when this app's entry is malformed */
export function releasesOf(registry: Pick<Registry, 'microFrontends'>, app: string): AppReleases {
  const parsed = listSchema.safeParse(registry.microFrontends[app] ?? []);
  if (parsed.success) return fromList(parsed.data);
  const [issue] = parsed.error.issues;
  throw new ReleaseError(
    `The registry's entry of ${app} is malformed at "${issue?.path.join('.')}": ${issue?.message}. Promote a release of it (npm run wholepage -- promote ${app} <version>).`,
  );
}

/** Returns all apps of the registry, malformed entries separately. */
export function allReleases(registry: Pick<Registry, 'microFrontends'>): {
  apps: Record<string, AppReleases>;
  malformed: Record<string, string>;
} {
  const apps: Record<string, AppReleases> = {};
  const malformed: Record<string, string> = {};
  for (const app of Object.keys(registry.microFrontends)) {
    if (!appNameSchema.safeParse(app).success) {
      malformed[app] = `The registry names "${app}", which is not a name of an app.`;
      continue;
    }
    try {
      apps[app] = releasesOf(registry, app);
    } catch (error) {
      malformed[app] = messageOf(error);
    }
  }
  return { apps, malformed };
}

/** Longest life of a tab, for which its releases stay available. */
export const TAB_MS = 30 * 24 * 3_600_000;

const HISTORY_DIR = 'history';

const DIGITS = 9;

/** Name of the whole site in a lock. */
export const SITE = 'site';

/** Result of the gate: passed checks, and skipped ones with the reason. */
export const verificationSchema = z.object({
  held: z.array(z.string()),
  skipped: z.array(z.string()),
  reason: z.string(),
});

export const historyEntrySchema = z.object({
  generation: z.number().int(),
  at: z.string(),
  action: z.enum(STEP_ACTIONS),
  /** An app; in a lock also {@link SITE}. */
  app: z.string(),
  version: z.string(),
  /** Version that was live before this step. */
  previous: z.string().optional(),
  by: z.string(),
  why: z.string(),
  /** Left out for steps without a gate: a rollback, a first start, a canary's own step. */
  verification: verificationSchema.optional(),
  /** Figures of the judge's verdict. */
  evidence: z.record(z.string(), z.unknown()).optional(),
  /** End of a lock. */
  until: z.iso.datetime().optional(),
  /** Reason for breaking a lock. */
  breaks: z.string().optional(),
  /** The person's signed step that a composer's step continues. */
  under: z.record(z.string(), z.unknown()).optional(),
  /** Id of the app's former step, which links its history. */
  before: z.string().optional(),
  /** The app's deployments after the step, from which a lost registry is restored. */
  deployments: listSchema,
  signature: signatureSchema.optional(),
});

export type HistoryEntry = z.output<typeof historyEntrySchema>;

export const releasesAfter = ({ deployments }: Pick<HistoryEntry, 'deployments'>): AppReleases => fromList(deployments);

/** Returns a step's id. Ids sort by age; each generation has one step. */
export const stepId = (generation: number, app: string): string => `${String(generation).padStart(DIGITS, '0')}-${app}`;

export const LOCK_SUFFIX = '.lock';

/** Whether a step locks or unlocks. */
export const isLockStep = ({ action }: Pick<HistoryEntry, 'action'>): boolean => STEPS[action].leaves === 'lock';

/** Whether visitors got a version by this step; it passed the gate then. */
export const gave = ({ action, version }: HistoryEntry, wanted: string): boolean =>
  STEPS[action].gives && version === wanted;

/** Whether a version became live by this step. */
export const madeLive = (step: HistoryEntry, wanted: string): boolean =>
  STEPS[step.action].leaves === 'live' && gave(step, wanted);

/** Returns the id under which a step is stored; locks and releases of an app are separate. */
export const keptAs = (entry: HistoryEntry): string =>
  stepId(entry.generation, entry.app + (isLockStep(entry) ? LOCK_SUFFIX : ''));

export const stepFile = (id: string): string => `${HISTORY_DIR}/${id}.json`;

/** Returns the lane of a step's id: its app, or the app's locks. */
export const laneOf = (id: string): string => id.slice(DIGITS + 1);

/** Returns the ids of stored steps, oldest first. */
export const stepIds = async (store: WritableStore): Promise<string[]> =>
  (await store.names(HISTORY_DIR)).flatMap((name) => /^(\d{9}-.+)\.json$/.exec(name)?.[1] ?? []);

/** Reads a step; undefined when it was pruned. @throws ReleaseError when it cannot be read */
export async function readStep(store: WritableStore, step: string): Promise<HistoryEntry | undefined> {
  const found = await store.find(stepFile(step));
  const entry = found && parseAs(historyEntrySchema, found.bytes);
  if (found && !entry)
    throw new ReleaseError(`${stepFile(step)} in ${store.place} is not a step of the history. Remove it.`);
  return entry;
}

/** Yields an app's steps, newest first, without unreadable ones. @param most number of steps to read */
export async function* stepsBack(store: WritableStore, app: string, most: number): AsyncGenerator<HistoryEntry> {
  const own = (await stepIds(store)).filter((id) => laneOf(id) === app).slice(-most);
  while (own.length > 0) {
    const last = own.splice(-store.readsAtOnce).map((id) => readStep(store, id).catch(() => undefined));
    yield* (await Promise.all(last)).filter((step) => step !== undefined).reverse();
  }
}

/** Stores a step in the history, unless it is there. */
export async function keepStep(store: WritableStore, entry: HistoryEntry): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(entry, null, 1)}\n`);
  await store.replace(stepFile(keptAs(entry)), bytes, undefined);
}

/** Restores the registry from each app's last steps; an empty one would take every app off the site. */
async function registryFromHistory(store: WritableStore): Promise<Registry> {
  const ids = await stepIds(store);
  const lastOfLane = new Map(ids.map((id) => [laneOf(id), id]));
  const read = await boundedMap([...lastOfLane.values()], store.readsAtOnce, (id) => readStep(store, id));
  const last = read.filter((step) => step !== undefined);
  const generation = Number(ids.at(-1)?.slice(0, DIGITS) ?? 0);
  const releases = last.filter((step) => !isLockStep(step));
  return registrySchema.parse({
    schema: SCHEMA,
    generation,
    microFrontends: Object.fromEntries(releases.map((step) => [step.app, step.deployments])),
    steps: Object.fromEntries(releases.map(({ deployments: _deployments, ...step }) => [step.app, step])),
    locks: Object.fromEntries(last.filter(isLockStep).map((step) => [step.app, step])),
  });
}

export type Verification = z.output<typeof verificationSchema>;

/** Returns the skipped checks with the reason, for the history; empty for none. */
export const notChecked = (verification: Verification | undefined): string =>
  verification?.skipped.length ? `not checked: ${verification.skipped.join(', ')} (${verification.reason})` : '';

export const REGISTRY_FILE = 'registry.json';

export const SCHEMA = 'https://raw.githubusercontent.com/awslabs/frontend-discovery/main/schema/v1-pre.json';

/** The discovery schema allows only micro-frontends: the site's own data is in the extras of an entry `site`. */
const wholeSchema = z.looseObject({
  microFrontends: z.looseObject({
    [SITE]: z.tuple([z.looseObject({ extras: z.looseObject({}) })]).optional(),
  }),
});

/** Parses a registry; undefined when it is invalid. */
export const parseRegistry = (bytes: Buffer): Registry | undefined => {
  const file = parseAs(wholeSchema, bytes);
  if (!file) return undefined;
  const { [SITE]: whole, ...microFrontends } = file.microFrontends;
  return registrySchema.safeParse({ schema: file['schema'], microFrontends, ...whole?.[0]?.extras }).data;
};

/** Serialises a registry, valid for frontend-discovery. */
export function registryBytes({ schema, microFrontends, ...extras }: Registry): Buffer {
  const metadata = { integrity: '', version: String(extras.generation) };
  const whole = [{ url: '/', metadata, extras }];
  return Buffer.from(`${JSON.stringify({ schema, microFrontends: { ...microFrontends, [SITE]: whole } })}\n`);
}

/** @throws ReleaseError when the registry is missing or invalid */
export async function readRegistry(store: ReleaseStore): Promise<Registry> {
  const bytes = await store.read(REGISTRY_FILE).catch((cause: unknown) => {
    throw new ReleaseError(
      `${messageOf(cause)} See to that store and to RELEASES_URL; where nothing was released yet, release an app (npm run release <app>).`,
      { cause },
    );
  });
  const registry = parseRegistry(bytes);
  if (registry) return registry;
  throw new ReleaseError(
    `${REGISTRY_FILE} in ${store.place} is not a registry. The next promotion restores it from the history.`,
  );
}

/** Reads the registry; a lost or damaged one is restored from the history. */
export async function lastRegistry(
  store: WritableStore,
): Promise<{ registry: Registry; revision: string | undefined }> {
  const found = await store.find(REGISTRY_FILE);
  const registry = found && parseRegistry(found.bytes);
  return { registry: registry ?? (await registryFromHistory(store)), revision: found?.revision };
}

/** Returns the step that the registry still carries. */
export const pendingStep = ({ latest }: Registry): HistoryEntry | undefined =>
  historyEntrySchema.safeParse(latest).data;

/**
 * Returns the history of one app or all, newest first, including the step that the registry still carries.
 * @param read returns a step by its id
 */
export async function readHistory(
  store: WritableStore,
  { app, limit = 1_000 }: { app?: string; limit?: number } = {},
  read = (id: string) => readStep(store, id).catch(() => undefined),
): Promise<HistoryEntry[]> {
  const isAsked = (of: string) => (app ?? of) === of;
  const ids = (await stepIds(store)).filter((id) => isAsked(laneOf(id).replace(LOCK_SUFFIX, '')));
  const asked = ids.reverse().slice(0, limit);
  const steps = (await boundedMap(asked, store.readsAtOnce, read)).filter((step) => step !== undefined);
  const pending = pendingStep((await lastRegistry(store)).registry);
  const isKept = !pending || steps.some(({ generation }) => generation === pending.generation);
  return isKept || !isAsked(pending.app) ? steps : [pending, ...steps].slice(0, limit);
}
