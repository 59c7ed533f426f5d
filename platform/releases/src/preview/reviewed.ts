import { lastRegistry, readStep, releasesOf, stepNames } from '../registry/registry';
import type { WritableStore } from '../store/store';

/** Steps of an app among which a release is looked for, the newest first. */
const MOST_STEPS = 200;

/** Steps by which visitors get a release. */
const GIVES = ['promote', 'canary', 'experiment', 'rollback'];

/** Whether visitors ever got this release: then the gate and its app's team let it through. */
export async function wasReviewed(store: WritableStore, app: string, version: string): Promise<boolean> {
  const { registry } = await lastRegistry(store);
  const { live, previous, canary } = releasesOf(registry, app);
  if ([live, previous, canary].some((one) => one?.metadata.version === version)) return true;
  const names = (await stepNames(store)).filter((name) => name.endsWith(`-${app}.json`)).reverse();
  for (const name of names.slice(0, MOST_STEPS)) {
    const step = await readStep(store, name.slice(0, -'.json'.length)).catch(() => undefined);
    if (step?.app === app && step.version === version && GIVES.includes(step.action)) return true;
  }
  return false;
}
