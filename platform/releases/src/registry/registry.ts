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
  /** What was live before: a rollback leads there. */
  previous?: Deployment | undefined;
  /** Served to a share of the visitors beside the live one. */
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

/** The same as the registry's list: the live one first, whose share is what the canary leaves. */
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

/** Every app of the registry; an entry that is malformed stands apart and harms nobody else. */
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

/** The version that visitors get. */
export const liveVersion = (registry: Registry, app: string): string | undefined =>
  releasesOf(registry, app).live?.metadata.version;

/** A tab may be open as long as this: what it came from stays, and is found. */
export const TAB_MS = 30 * 24 * 3_600_000;

const HISTORY_DIR = 'history';

const DIGITS = 9;

/** Stands for all apps in a lock. */
export const SITE = 'site';

/** What the gate made of the release: the checks that held, and those that somebody left out, with their reason. */
export const verificationSchema = z.object({
  held: z.array(z.string()),
  skipped: z.array(z.string()),
  reason: z.string(),
});

export const historyEntrySchema = z.object({
  generation: z.number().int(),
  at: z.string(),
  action: z.enum(STEP_ACTIONS),
  /** An app; of a lock also {@link SITE}. */
  app: z.string(),
  version: z.string(),
  /** What was live before this step. */
  previous: z.string().optional(),
  by: z.string(),
  why: z.string(),
  /** Nothing of it where no gate stood before the step: a rollback, a first start, a canary's own step. */
  verification: verificationSchema.optional(),
  /** Figures that a judge decided by. */
  evidence: z.record(z.string(), z.unknown()).optional(),
  /** A lock's: until when it holds. */
  until: z.iso.datetime().optional(),
  /** Why it was taken in spite of a lock. */
  breaks: z.string().optional(),
  /** The step of a person that a composer goes on with, as that person signed it. */
  under: z.record(z.string(), z.unknown()).optional(),
  /** Id of the app's step before it: who reads the registry finds all that visitors got. */
  before: z.string().optional(),
  /** The app's deployments after the step: what a lost registry is restored from. */
  deployments: listSchema,
  signature: signatureSchema.optional(),
});

export type HistoryEntry = z.output<typeof historyEntrySchema>;

export const releasesAfter = ({ deployments }: Pick<HistoryEntry, 'deployments'>): AppReleases => fromList(deployments);

/** Names sort by age, and no two steps share a generation. */
export const stepId = (generation: number, app: string): string => `${String(generation).padStart(DIGITS, '0')}-${app}`;

export const LOCK_SUFFIX = '.lock';

/** Whether a step locks or unlocks, and leaves releases as they are. */
export const isLockStep = ({ action }: Pick<HistoryEntry, 'action'>): boolean => STEPS[action].leaves === 'lock';

/** Whether visitors got a version by this step. A version that went to them has passed the gate. */
export const gave = ({ action, version }: HistoryEntry, wanted: string): boolean =>
  STEPS[action].gives && version === wanted;

/** Whether a version became live by this step. */
export const madeLive = (step: HistoryEntry, wanted: string): boolean =>
  STEPS[step.action].leaves === 'live' && gave(step, wanted);

/** Under which a step is kept: locks and releases of one app stand apart. */
export const keptAs = (entry: HistoryEntry): string =>
  stepId(entry.generation, entry.app + (isLockStep(entry) ? LOCK_SUFFIX : ''));

export const stepFile = (id: string): string => `${HISTORY_DIR}/${id}.json`;

/** Where a step stands by its id: the lane of its app, or of the locks of that. */
export const laneOf = (id: string): string => id.slice(DIGITS + 1);

/** Ids of the steps that are kept, the oldest first. */
export const stepIds = async (store: WritableStore): Promise<string[]> =>
  (await store.names(HISTORY_DIR)).flatMap((name) => /^(\d{9}-.+)\.json$/.exec(name)?.[1] ?? []);

/** One step; undefined when it is not kept any more. @throws ReleaseError when it cannot be read */
export async function readStep(store: WritableStore, step: string): Promise<HistoryEntry | undefined> {
  const found = await store.find(stepFile(step));
  const entry = found && parseAs(historyEntrySchema, found.bytes);
  if (found && !entry)
    throw new ReleaseError(`${stepFile(step)} in ${store.place} is not a step of the history. Remove it.`);
  return entry;
}

/** The steps of an app, the newest first; one that cannot be read is left out. @param most how many are looked at */
export async function* stepsBack(store: WritableStore, app: string, most: number): AsyncGenerator<HistoryEntry> {
  const own = (await stepIds(store)).filter((id) => laneOf(id) === app).reverse();
  for (const id of own.slice(0, most)) {
    const step = await readStep(store, id).catch(() => undefined);
    if (step) yield step;
  }
}

/** Keeps a step; one that is kept already stays as it is. */
export async function keepStep(store: WritableStore, entry: HistoryEntry): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(entry, null, 1)}\n`);
  await store.replace(stepFile(keptAs(entry)), bytes, undefined);
}

/** What each app's last steps left behind: to start again with an empty registry would take every app off the site. */
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

/** What was left out of the gate and why, for whoever reads the history; empty where nothing was. */
export const notChecked = (verification: Verification | undefined): string =>
  verification?.skipped.length ? `not checked: ${verification.skipped.join(', ')} (${verification.reason})` : '';

export const REGISTRY_FILE = 'registry.json';

export const SCHEMA = 'https://raw.githubusercontent.com/awslabs/frontend-discovery/main/schema/v1-pre.json';

/** The schema knows no members but micro-frontends: what is ours of the whole site stands in the extras of this one. */
const wholeSchema = z.looseObject({
  microFrontends: z.looseObject({
    [SITE]: z.tuple([z.looseObject({ extras: z.looseObject({}) })]).optional(),
  }),
});

/** Undefined of a file that is none. */
export const parseRegistry = (bytes: Buffer): Registry | undefined => {
  const file = parseAs(wholeSchema, bytes);
  if (!file) return undefined;
  const { [SITE]: whole, ...microFrontends } = file.microFrontends;
  return registrySchema.safeParse({ schema: file['schema'], microFrontends, ...whole?.[0]?.extras }).data;
};

/** A registry as its file holds it: valid for frontend-discovery. */
export function registryBytes({ schema, microFrontends, ...extras }: Registry): Buffer {
  const metadata = { integrity: '', version: String(extras.generation) };
  const whole = [{ url: '/', metadata, extras }];
  return Buffer.from(`${JSON.stringify({ schema, microFrontends: { ...microFrontends, [SITE]: whole } })}\n`);
}

/** @throws ReleaseError when it is missing or is not a registry */
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

/** The registry as the last step left it; one that is lost or garbled is read from the history. */
export async function lastRegistry(
  store: WritableStore,
): Promise<{ registry: Registry; revision: string | undefined }> {
  const found = await store.find(REGISTRY_FILE);
  const registry = found && parseRegistry(found.bytes);
  return { registry: registry ?? (await registryFromHistory(store)), revision: found?.revision };
}

/** The step that the registry itself still carries. */
export const pendingStep = ({ latest }: Registry): HistoryEntry | undefined =>
  historyEntrySchema.safeParse(latest).data;

/**
 * The newest steps first, of one app or of all; one that could not be kept yet is among them.
 * @param read gives a step by its id
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
