import { type HistoryEntry, readStep } from '../registry/registry';
import type { WritableStore } from '../store/store';

/** Milliseconds of a day. */
export const DAY_MS = 24 * 3_600_000;
/** A tab may be open as long as this. */
export const TAB_MS = 30 * DAY_MS;
/** Steps of each app that stay, whatever their age. */
const STEPS_KEPT = 20;

/** The steps of an app, the oldest first, by the names of their files. */
export async function stepsOf(store: WritableStore, names: readonly string[]): Promise<Map<string, HistoryEntry>> {
  const steps = await Promise.all(names.map(async (name) => [name, await readStep(store, name.slice(0, -5))] as const));
  return new Map(steps.flatMap(([name, step]) => (step ? [[name, step]] : [])));
}

/** Steps that stay: the last ones, and those that an open tab may come from. */
export const keptSteps = (steps: Map<string, HistoryEntry>, now: number): string[] =>
  [...steps].flatMap(([name, { at }], index) =>
    index >= steps.size - STEPS_KEPT || now - Date.parse(at) < TAB_MS ? [name] : [],
  );
