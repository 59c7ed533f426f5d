import type { Deployment } from 'contracts/discovery';
import { releasesOf } from './registry/deployments';
import { readStep } from './registry/history';
import type { WritableStore } from './store/store';

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
