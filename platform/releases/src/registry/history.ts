import { deploymentSchema, type Registry, registrySchema } from 'contracts/discovery';
import { z } from 'zod';
import { ReleaseError } from '../errors';
import type { ReleaseStore, WritableStore } from '../store/store';
import { verificationSchema } from './verification';

const HISTORY_DIR = 'history';
const DIGITS = 9;

export const historyEntrySchema = z.object({
  generation: z.number().int(),
  at: z.string(),
  action: z.enum(['promote', 'rollback', 'canary', 'stop']),
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
  /** The app's deployments after the step: what a lost registry is restored from. */
  deployments: z.array(deploymentSchema),
});
export type HistoryEntry = z.output<typeof historyEntrySchema>;

/** Names sort by age, and no two steps share a generation. */
export const stepId = (generation: number, app: string): string => `${String(generation).padStart(DIGITS, '0')}-${app}`;

const fileOf = (step: string): string => `${HISTORY_DIR}/${step}.json`;
const appOf = (name: string): string => name.slice(DIGITS + 1, -'.json'.length);

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
  await store.replace(fileOf(stepId(entry.generation, entry.app)), bytes, undefined);
}

/** What each app's last step left behind: to start anew with an empty registry would take every app off the site. */
export async function registryFromHistory(store: WritableStore, schema: string): Promise<Registry> {
  const names = await stepNames(store);
  const lastOfApp = new Map(names.map((name) => [appOf(name), name.slice(0, -'.json'.length)]));
  const steps = await Promise.all([...lastOfApp.values()].map((step) => readStep(store, step)));
  const microFrontends = Object.fromEntries(steps.flatMap((step) => (step ? [[step.app, step.deployments]] : [])));
  const generation = Number(names.at(-1)?.slice(0, DIGITS) ?? 0);
  return registrySchema.parse({ schema, generation, microFrontends });
}
