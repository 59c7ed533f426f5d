import { createHash } from 'node:crypto';
import { ReleaseError } from '../errors';
import type { ReleaseStore } from '../store/store';
import { type AppReleases, releasesOf } from './deployments';
import type { Generations } from './generations';
import { HISTORY_DIR, type HistoryEntry, isLockStep, stepId } from './history';
import { isSameRelease, releaseIdentity } from './plan-steps';
import { checkStep } from './step-rights';

/** Steps of all apps among which the one is looked for that chose what is live. */
const LONGEST_WALK = 200;

/** Says what is live and where a rollback leads, however it came about. */
export const standingOf = ({ live, previous }: AppReleases): string =>
  createHash('sha256')
    .update(`${releaseIdentity(live)}\n${releaseIdentity(previous)}`)
    .digest('base64url');

/** A step of the history with what it left behind, when whoever signed it may choose what is live. */
async function choice(store: ReleaseStore, app: string, step: string, now: number): Promise<AppReleases | undefined> {
  try {
    const bytes = await store.read(`${HISTORY_DIR}/${step}.json`);
    const raw = JSON.parse(bytes.toString('utf8')) as object;
    const { entry, needsLiveStep } = checkStep(store.trust, raw, { locks: [], now });
    if (needsLiveStep || entry.app !== app || isLockStep(entry)) return undefined;
    return releasesOf({ microFrontends: { [app]: entry.deployments } }, app);
  } catch {
    // It is not there, or not what somebody signed. Whoever can write to the store could remove it as well.
    return undefined;
  }
}

/** What the newest step before this one chose that may. @param after generation that needs no looking at */
async function lastChoice(store: ReleaseStore, { app, generation }: HistoryEntry, after: number, now: number) {
  const end = Math.max(after, generation - LONGEST_WALK);
  for (let step = generation - 1; step > end; step -= 1) {
    const found = await choice(store, app, stepId(step, app), now);
    if (found) return standingOf(found);
  }
  return undefined;
}

interface CheckOptions {
  seen?: Generations | undefined;
  now: number;
}

/**
 * Holds a step of somebody who may not choose what is live against the step of the one who did.
 * @throws ReleaseError when it makes something else live, or a rollback lead elsewhere
 */
export async function checkLive(
  store: ReleaseStore,
  entry: HistoryEntry,
  releases: AppReleases,
  { seen, now }: CheckOptions,
): Promise<void> {
  const { app } = entry;
  const known = seen?.standing(app);
  const chosen = (await lastChoice(store, entry, known?.generation ?? 0, now)) ?? known?.standing;
  const { live } = releases;
  const isRight =
    chosen === undefined
      ? !live || isSameRelease((await choice(store, app, live.extras.step ?? '', now))?.live, live)
      : chosen === standingOf(releases);
  if (isRight) return;
  throw new ReleaseError(`The registry's entry of ${app} changes what is live by a step that may not: not followed.`, {
    refusal: 'not-allowed',
  });
}
