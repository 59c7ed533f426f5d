import { hash } from 'node:crypto';
import type { Registry } from '@wholepage/contracts/release';
import * as z from 'zod';
import { messageOf, ReleaseError } from '../errors';
import { parseAs, type ReleaseStore, type WritableStore } from '../store/store';
import { claimsIn, Owners } from '../trust/claims';
import type { Trust } from '../trust/trust';
import {
  type AppReleases,
  allReleases,
  type HistoryEntry,
  isLockStep,
  keptAs,
  LOCK_SUFFIX,
  lastRegistry,
  releasesAfter,
  SITE,
  stepFile,
  stepId,
} from './registry';
import { checkStep, isSameRelease, type Lock, lockOf, lockSchema, releaseIdentity } from './step-rights';

const stepSchema = z.object({
  generation: z.number().int(),
  /** Generation of the newest step by a person, or of a stop: it ends the plan, with which nobody goes on. */
  byPerson: z.number().int(),
  signature: z.string(),
});
/** Live release after an app's newest step, and the step's generation. */
const followedSchema = z.object({ generation: z.number().int(), liveFingerprint: z.string() });
const memorySchema = z.object({
  steps: z.record(z.string(), stepSchema),
  locks: z.record(z.string(), lockSchema),
  followed: z.record(z.string(), followedSchema).default({}),
});

/**
 * The newest followed steps. Else whoever can write to the store could restore an old registry, whose signatures are valid.
 */
export class Generations {
  private readonly memory: z.output<typeof memorySchema>;
  private given: string;

  /** @param written a former {@link text}; anything else counts as empty */
  constructor(written = '') {
    this.memory = parseAs(memorySchema, written) ?? { steps: {}, locks: {}, followed: {} };
    this.given = JSON.stringify(this.memory);
  }

  /** Returns the state to store; undefined when it has not changed since the last call. */
  text(): string | undefined {
    const text = JSON.stringify(this.memory);
    if (text === this.given) return undefined;
    this.given = text;
    return text;
  }

  apps(): string[] {
    return Object.keys(this.memory.steps).filter((lane) => !lane.endsWith(LOCK_SUFFIX));
  }

  locked(): string[] {
    return Object.keys(this.memory.locks);
  }

  lockOf(app: string): Lock | undefined {
    return this.memory.locks[app];
  }

  /** Whether this step was followed before; later changes do not undo it. */
  knows(app: string, step: Record<string, unknown>): boolean {
    const { signature } = step as { signature?: { value?: unknown } };
    return signature?.value !== undefined && this.memory.steps[app]?.signature === signature.value;
  }

  /** @throws ReleaseError when a newer step was followed before */
  refuseOlder(lane: string, generation: number, startedBy = generation): void {
    const known = this.memory.steps[lane];
    if (!known || (generation >= known.generation && startedBy >= known.byPerson)) return;
    throw new ReleaseError(
      `The registry's entry of ${lane.replace(LOCK_SUFFIX, "'s lock")} is of step ${generation}, but step ${known.generation} was followed before: an older one is not followed.`,
      { refusal: 'superseded' },
    );
  }

  remember(lane: string, { generation, signature }: HistoryEntry, startedBy = generation): void {
    this.memory.steps[lane] = { generation, byPerson: startedBy, signature: signature?.value ?? '' };
  }

  /** Returns the live release after the newest followed step; undefined for an app that is new here. */
  followed(app: string): { generation: number; liveFingerprint: string } | undefined {
    return this.memory.followed[app];
  }

  rememberLive(app: string, generation: number, liveFingerprint: string): void {
    this.memory.followed[app] = { generation, liveFingerprint };
  }

  rememberLock(app: string, entry: HistoryEntry): void {
    this.remember(app + LOCK_SUFFIX, entry);
    const lock = lockOf(entry);
    if (lock) this.memory.locks[app] = lock;
    else delete this.memory.locks[app];
  }
}

/** Steps of all apps that are searched for the one that chose the live release. */
const LONGEST_WALK = 200;

/** Returns a fingerprint of the live release and the rollback's target. */
export const liveFingerprint = ({ live, previous }: AppReleases): string =>
  hash('sha256', `${releaseIdentity(live)}\n${releaseIdentity(previous)}`, 'base64url');

/** Returns a validly signed step of an app's history. Whoever can write to the store can write any step there, or remove one. */
export async function signedStep(store: ReleaseStore, app: string, step: string, now = Date.now()) {
  try {
    const bytes = await store.read(stepFile(step));
    const checked = checkStep(store.trust, JSON.parse(bytes.toString('utf8')) as object, { locks: [], now });
    return checked.entry.app === app && keptAs(checked.entry) === step ? checked : undefined;
  } catch {
    return undefined;
  }
}

/** Returns the result of a step in the history, if its signer may choose the live release. */
export async function choice(store: ReleaseStore, app: string, step: string, now?: number) {
  const checked = await signedStep(store, app, step, now);
  return checked && !checked.needsLiveStep ? releasesAfter(checked.entry) : undefined;
}

/** Returns the choice of the newest permitted step before this one. @param after generation at which the search ends */
async function lastChoice(store: ReleaseStore, { app, generation }: HistoryEntry, after: number, now: number) {
  const end = Math.max(after, generation - LONGEST_WALK);
  for (let step = generation - 1; step > end; step -= 1) {
    const found = await choice(store, app, stepId(step, app), now);
    if (found) return liveFingerprint(found);
  }
  return undefined;
}

interface FollowOptions {
  /** Followed generations, which never decrease. */
  seen?: Generations | undefined;
  /** Milliseconds since 1970. */
  now?: number;
}

/**
 * Compares a step by a signer without the right to choose the live release with the step that chose it.
 * @throws ReleaseError when it changes the live release or the rollback's target
 */
export async function checkLive(
  store: ReleaseStore,
  entry: HistoryEntry,
  releases: AppReleases,
  { seen, now = Date.now() }: FollowOptions,
): Promise<void> {
  const { app } = entry;
  const known = seen?.followed(app);
  const chosen = (await lastChoice(store, entry, known?.generation ?? 0, now)) ?? known?.liveFingerprint;
  const { live } = releases;
  const isRight =
    chosen === undefined
      ? !live || isSameRelease((await choice(store, app, live.extras.step ?? '', now))?.live, live)
      : chosen === liveFingerprint(releases);
  if (isRight) return;
  throw new ReleaseError(`The registry's entry of ${app} changes what is live by a step that may not: not followed.`, {
    refusal: 'not-allowed',
  });
}

/** The trusted part of the registry. */
export interface SiteReleases {
  apps: Record<string, AppReleases>;
  /** By app that is not followed: the reason in a sentence. */
  malformed: Record<string, string>;
  /** Paths of those apps' pages, which are unavailable but not unknown. */
  absentPaths: Record<string, readonly string[]>;
  /** Locks by app, or `site`. */
  locks: Record<string, Lock>;
  /** Reasons, in sentences, for locks that are not followed. */
  refused: string[];
}

const asObject = (value: unknown): Record<string, unknown> | undefined =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;

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
      seen?.refuseOlder(app + LOCK_SUFFIX, entry.generation);
      seen?.rememberLock(app, entry);
      const lock = lockOf(entry);
      if (lock) locks[app] = lock;
    } catch (error) {
      refused.push(messageOf(error));
      const held = seen?.lockOf(app);
      if (held) locks[app] = held;
    }
  }
  return { locks, refused };
}

/**
 * Returns the trusted part of the registry: each app's deployments, if they are signed with the right to do so. A fault
 * of one app does not affect the others.
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
      if (!step) throw new ReleaseError(`The registry's entry of ${app} is not signed: it is not followed.`);
      const raw = { ...step, deployments: registry.microFrontends[app] };
      const isKnown = seen?.knows(app, step);
      const checked = checkStep(trust, raw, { locks: isKnown ? [] : [locks[app], locks[SITE]], now });
      if (checked.entry.app !== app || isLockStep(checked.entry))
        throw new ReleaseError(`The registry's entry of ${app} is signed for something else: it is not followed.`);
      if (!isKnown) seen?.refuseOlder(app, checked.entry.generation, checked.startedBy);
      if (checked.needsLiveStep) await checkLive(store, checked.entry, releases, { seen, now });
      seen?.remember(app, checked.entry, checked.entry.action === 'stop' ? undefined : checked.startedBy);
      seen?.rememberLive(app, checked.entry.generation, liveFingerprint(releases));
      const served = [releases.live, releases.canary].filter((one) => one !== undefined);
      for (const { metadata, extras } of served) {
        const claimant = { app, version: metadata.version, claims: claimsIn(extras) };
        checkClaims(claimant);
        // As in a promotion, the first owner keeps its paths, even if the registry was edited by hand.
        owners.refuseForeign(claimant);
      }
      for (const { extras } of served) owners.add(app, claimsIn(extras));
      apps[app] = releases;
    } catch (error) {
      malformed[app] = messageOf(error);
      if (releases.live) absentPaths[app] = releases.live.extras.routes;
    }
  }
  for (const app of seen?.apps() ?? [])
    if (!(app in listed) && !(app in malformed))
      malformed[app] = `${app} is gone from the registry without a step that retires it: not followed.`;
  return { apps, malformed, absentPaths, locks, refused };
}

/** Returns the result of the last step, as composers follow it. */
export async function followLast(store: WritableStore): Promise<SiteReleases & Pick<Registry, 'generation'>> {
  const { registry } = await lastRegistry(store);
  return { generation: registry.generation, ...(await follow(store, registry)) };
}
