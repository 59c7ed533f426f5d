import type { Deployment } from '@wholepage/contracts/discovery';
import { readStep, releasesOf, stepNames } from '../registry/registry';
import type { WritableStore } from '../store/store';

/** Longest way back through the history. */
const LONGEST_WALK = 100;

/** What was live before a release became so. */
export async function before(store: WritableStore, release: Deployment | undefined): Promise<Deployment | undefined> {
  const step = release?.extras.step && (await readStep(store, release.extras.step));
  return step ? releasesOf({ microFrontends: { [step.app]: step.deployments } }, step.app).previous : undefined;
}

/** From here back, the first release that nobody has taken back. */
export async function firstKept(
  store: WritableStore,
  from: Deployment | undefined,
  takenBack: readonly string[],
): Promise<Deployment | undefined> {
  let release = from;
  for (let steps = 0; release && steps < LONGEST_WALK; steps += 1) {
    if (!takenBack.includes(release.metadata.version)) return release;
    release = await before(store, release);
  }
  return undefined;
}

/** Id of the step by which a version became live last; undefined when it never was, or that is forgotten. */
export async function lastLive(store: WritableStore, app: string, version: string): Promise<string | undefined> {
  const steps = (await stepNames(store)).map((name) => name.slice(0, -'.json'.length));
  const own = steps.filter((step) => step.endsWith(`-${app}`) && step.length === app.length + 10).reverse();
  for (const step of own.slice(0, LONGEST_WALK)) {
    const entry = await readStep(store, step).catch(() => undefined);
    if (entry?.version === version && !['canary', 'experiment', 'stop'].includes(entry.action)) return step;
  }
  return undefined;
}
