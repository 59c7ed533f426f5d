import type { WritableStore } from '../store/store';
import { type HistoryEntry, readStep, stepNames } from './history';
import { lastRegistry, pendingStep } from './registry';

/** The newest steps first; one that could not be kept yet is among them. @param limit how many at most */
export async function readHistory(store: WritableStore, limit = 1_000): Promise<HistoryEntry[]> {
  const names = (await stepNames(store)).reverse().slice(0, limit);
  const kept = await Promise.all(
    names.map((name) => readStep(store, name.slice(0, -'.json'.length)).catch(() => undefined)),
  );
  const steps = kept.filter((step) => step !== undefined);
  const pending = pendingStep((await lastRegistry(store)).registry);
  const isKept = !pending || steps.some(({ generation }) => generation === pending.generation);
  return isKept ? steps : [pending, ...steps].slice(0, limit);
}
