import { deploymentSchema, type Registry, registrySchema } from '@wholepage/contracts/discovery';
import * as z from 'zod';
import { ReleaseError } from '../errors';
import type { ReleaseStore, WritableStore } from '../store/store';
import { verificationSchema } from './verification';

/** Folder of the store in which steps are kept. */
export const HISTORY_DIR = 'history';
const DIGITS = 9;

/** What a step may do. */
export const STEP_ACTIONS = [
  'promote',
  'rollback',
  'canary',
  'experiment',
  'stop',
  'retire',
  'lock',
  'unlock',
] as const;

/** Stands for all apps in a lock. */
export const SITE = 'site';

const signatureSchema = z.object({ key: z.string().max(100), value: z.string().max(200) });

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
  /** The app's deployments after the step: what a lost registry is restored from. */
  deployments: z.array(deploymentSchema),
  signature: signatureSchema.optional(),
});
export type HistoryEntry = z.output<typeof historyEntrySchema>;

/** Names sort by age, and no two steps share a generation. */
export const stepId = (generation: number, app: string): string => `${String(generation).padStart(DIGITS, '0')}-${app}`;

const LOCK_SUFFIX = '.lock';

/** Whether a step locks or unlocks, and leaves releases as they are. */
export const isLockStep = ({ action }: Pick<HistoryEntry, 'action'>): boolean =>
  action === 'lock' || action === 'unlock';

/** Under which a step is kept: locks and releases of one app stand apart. */
export const keptAs = (entry: HistoryEntry): string =>
  stepId(entry.generation, entry.app + (isLockStep(entry) ? LOCK_SUFFIX : ''));

const fileOf = (step: string): string => `${HISTORY_DIR}/${step}.json`;
/** App of a file of the history; of a lock with its suffix. */
const slotOf = (name: string): string => name.slice(DIGITS + 1, -'.json'.length);

/** Files of the history, the oldest step first. */
export const stepNames = async (store: WritableStore): Promise<string[]> =>
  (await store.names(HISTORY_DIR)).filter((name) => /^\d{9}-.+\.json$/.test(name));

/** One step; undefined when it is not kept any more. @throws ReleaseError when it cannot be read */
export async function readStep(store: ReleaseStore & Pick<WritableStore, 'find'>, step: string) {
  const found = await store.find(fileOf(step));
  if (!found) return undefined;
  try {
    return historyEntrySchema.parse(JSON.parse(found.bytes.toString('utf8')));
  } catch (error) {
    throw new ReleaseError(`${fileOf(step)} in ${store.place} is not a step of the history. Remove it.`, {
      cause: error,
    });
  }
}

/** Keeps a step; one that is kept already stays as it is. */
export async function keepStep(store: WritableStore, entry: HistoryEntry): Promise<void> {
  const bytes = Buffer.from(`${JSON.stringify(entry, null, 1)}\n`);
  await store.replace(fileOf(keptAs(entry)), bytes, undefined);
}

/** What each app's last steps left behind: to start again with an empty registry would take every app off the site. */
export async function registryFromHistory(store: WritableStore, schema: string): Promise<Registry> {
  const names = await stepNames(store);
  const lastOfSlot = new Map(names.map((name) => [slotOf(name), name.slice(0, -'.json'.length)]));
  const read = await Promise.all([...lastOfSlot.values()].map((step) => readStep(store, step)));
  const last = read.filter((step) => step !== undefined);
  const generation = Number(names.at(-1)?.slice(0, DIGITS) ?? 0);
  const releases = last.filter((step) => !isLockStep(step));
  return registrySchema.parse({
    schema,
    generation,
    microFrontends: Object.fromEntries(releases.map((step) => [step.app, step.deployments])),
    steps: Object.fromEntries(releases.map(({ deployments: _deployments, ...step }) => [step.app, step])),
    locks: Object.fromEntries(last.filter(isLockStep).map((step) => [step.app, step])),
  });
}
