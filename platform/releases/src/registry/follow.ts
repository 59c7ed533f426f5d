import type { Registry } from '@wholepage/contracts/discovery';
import { ReleaseError } from '../errors';
import type { ReleaseStore } from '../store/store';
import { claimsIn, Owners } from '../trust/claims';
import type { Trust } from '../trust/trust';
import { checkLive, standingOf } from './check-live';
import { type AppReleases, allReleases } from './deployments';
import type { Generations } from './generations';
import { isLockStep, SITE } from './history';
import { type Lock, lockOf } from './locks';
import { checkStep } from './step-rights';

/** What of the registry is believed. */
export interface SiteReleases {
  apps: Record<string, AppReleases>;
  /** Of each app that is not followed the sentence that says why. */
  malformed: Record<string, string>;
  /** Pages of those apps: they are not unknown. */
  absentPaths: Record<string, readonly string[]>;
  /** Of apps, and of the whole site under its own name. */
  locks: Record<string, Lock>;
  /** Sentences about locks that are not followed. */
  refused: string[];
}

interface FollowOptions {
  /** Highest generations that were followed: none goes down. */
  seen?: Generations | undefined;
  /** Milliseconds since 1970. */
  now?: number;
}

const asObject = (value: unknown): Record<string, unknown> | undefined =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;

const sentence = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Locks that hold, and why others do not. */
function followLocks(registry: Registry, trust: Trust, seen: Generations | undefined, now: number) {
  const locks: Record<string, Lock> = {};
  const refused: string[] = [];
  const written = registry.locks ?? {};
  for (const app of new Set([...Object.keys(written), ...(seen?.locked() ?? [])])) {
    try {
      const raw = asObject(written[app]);
      if (!raw) throw new ReleaseError(`The lock of ${app} is gone from the registry: it holds on.`);
      const { entry } = checkStep(trust, raw, { locks: [], now });
      if (!isLockStep(entry) || entry.app !== app) throw new ReleaseError(`The registry's lock of ${app} is none.`);
      seen?.refuseOlder(`${app}.lock`, entry.generation);
      seen?.rememberLock(app, entry);
      const lock = lockOf(entry);
      if (lock) locks[app] = lock;
    } catch (error) {
      refused.push(sentence(error));
      const held = seen?.lockOf(app);
      if (held) locks[app] = held;
    }
  }
  return { locks, refused };
}

/**
 * What of the registry may be followed. These are, of each app, the deployments that somebody with the right to it has signed, where
 * signed steps are required. What is wrong with one app is nobody else's trouble.
 */
export async function follow(
  store: ReleaseStore,
  registry: Registry,
  { seen, now = Date.now() }: FollowOptions = {},
): Promise<SiteReleases> {
  const { trust } = store;
  const { locks, refused } = followLocks(registry, trust, seen, now);
  const { apps: listed, malformed } = allReleases(registry);
  const apps: Record<string, AppReleases> = {};
  const absentPaths: SiteReleases['absentPaths'] = {};
  const checkClaims = trust.claimsCheck();
  const owners = new Owners();
  for (const [app, releases] of Object.entries(listed)) {
    try {
      const step = asObject(registry.steps?.[app]);
      if (trust.requiresSignedSteps()) {
        if (!step) throw new ReleaseError(`The registry's entry of ${app} is not signed: it is not followed.`);
        const raw = { ...step, deployments: registry.microFrontends[app] };
        const isKnown = seen?.knows(app, step);
        const checked = checkStep(trust, raw, { locks: isKnown ? [] : [locks[app], locks[SITE]], now });
        if (checked.entry.app !== app || isLockStep(checked.entry))
          throw new ReleaseError(`The registry's entry of ${app} is signed for something else: it is not followed.`);
        seen?.refuseOlder(app, checked.entry.generation, checked.startedBy);
        if (checked.needsLiveStep) await checkLive(store, checked.entry, releases, { seen, now });
        seen?.remember(app, checked.entry, checked.startedBy);
        seen?.rememberStanding(app, checked.entry.generation, standingOf(releases));
      }
      const served = [releases.live, releases.canary].filter((one) => one !== undefined);
      for (const { metadata, extras } of served) {
        const claimant = { app, version: metadata.version, claims: claimsIn(extras) };
        checkClaims(claimant);
        // A promotion refuses it: who was there first stays, whatever a registry says that was written by hand.
        owners.refuseForeign(claimant, (owner) => `Release ${owner} without it first.`, 'unfit');
      }
      for (const { extras } of served) owners.add(app, claimsIn(extras));
      apps[app] = releases;
    } catch (error) {
      malformed[app] = sentence(error);
      if (releases.live) absentPaths[app] = releases.live.extras.routes;
    }
  }
  for (const app of seen?.apps() ?? []) {
    if (!(app in listed) && !(app in malformed))
      malformed[app] = `${app} is gone from the registry without a step that retires it: not followed.`;
  }
  return { apps, malformed, absentPaths, locks, refused };
}
