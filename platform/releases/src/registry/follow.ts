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
  /** Of the newest step that a person took. */
  byPerson: z.number().int(),
  signature: z.string(),
});
/** What an app's newest step left live, and the step's generation. */
const followedSchema = z.object({ generation: z.number().int(), liveFingerprint: z.string() });
const memorySchema = z.object({
  steps: z.record(z.string(), stepSchema),
  locks: z.record(z.string(), lockSchema),
  followed: z.record(z.string(), followedSchema).default({}),
});

/**
 * The newest steps that were followed. Whoever can write to the store could otherwise bring back an old registry, whose
 * signatures all hold.
 */
export class Generations {
  private readonly memory: z.output<typeof memorySchema>;
  private given: string;

  /** @param written what {@link text} gave before; anything else counts as nothing */
  constructor(written = '') {
    this.memory = parseAs(memorySchema, written) ?? { steps: {}, locks: {}, followed: {} };
    this.given = JSON.stringify(this.memory);
  }

  /** To be kept; undefined when nothing changed since it was asked for. */
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

  /** Whether this very step was followed before: what came later does not undo it. */
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

  /** What was live after the newest step that was followed; undefined of an app that is new here. */
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

/** Steps of all apps among which the one is looked for that chose what is live. */
const LONGEST_WALK = 200;

/** Says what is live and where a rollback leads, however it came about. */
export const liveFingerprint = ({ live, previous }: AppReleases): string =>
  hash('sha256', `${releaseIdentity(live)}\n${releaseIdentity(previous)}`, 'base64url');

/** A step of the history with what it left behind, when whoever signed it may choose what is live. */
async function choice(store: ReleaseStore, app: string, step: string, now: number): Promise<AppReleases | undefined> {
  try {
    const bytes = await store.read(stepFile(step));
    const raw = JSON.parse(bytes.toString('utf8')) as object;
    const { entry, needsLiveStep } = checkStep(store.trust, raw, { locks: [], now });
    if (needsLiveStep || entry.app !== app || isLockStep(entry)) return undefined;
    return releasesAfter(entry);
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
    if (found) return liveFingerprint(found);
  }
  return undefined;
}

interface FollowOptions {
  /** Highest generations that were followed: none goes down. */
  seen?: Generations | undefined;
  /** Milliseconds since 1970. */
  now?: number;
}

/**
 * Holds a step of somebody who may not choose what is live against the step of the one who did.
 * @throws ReleaseError when it makes something else live, or a rollback lead elsewhere
 */
async function checkLive(
  store: ReleaseStore,
  entry: HistoryEntry,
  releases: AppReleases,
  { seen, now }: Required<FollowOptions>,
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
 * What of the registry may be followed. These are, of each app, the deployments that somebody with the right to it has signed.
 * What is wrong with one app is nobody else's trouble.
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
      seen?.refuseOlder(app, checked.entry.generation, checked.startedBy);
      if (checked.needsLiveStep) await checkLive(store, checked.entry, releases, { seen, now });
      seen?.remember(app, checked.entry, checked.startedBy);
      seen?.rememberLive(app, checked.entry.generation, liveFingerprint(releases));
      const served = [releases.live, releases.canary].filter((one) => one !== undefined);
      for (const { metadata, extras } of served) {
        const claimant = { app, version: metadata.version, claims: claimsIn(extras) };
        checkClaims(claimant);
        // A promotion refuses it: who was there first stays, whatever a registry says that was written by hand.
        owners.refuseForeign(claimant);
      }
      for (const { extras } of served) owners.add(app, claimsIn(extras));
      apps[app] = releases;
    } catch (error) {
      malformed[app] = messageOf(error);
      if (releases.live) absentPaths[app] = releases.live.extras.routes;
    }
  }
  for (const app of seen?.apps() ?? []) {
    if (!(app in listed) && !(app in malformed))
      malformed[app] = `${app} is gone from the registry without a step that retires it: not followed.`;
  }
  return { apps, malformed, absentPaths, locks, refused };
}

/** What the last step left, as composers follow it. */
export async function followLast(store: WritableStore): Promise<SiteReleases & Pick<Registry, 'generation'>> {
  const { registry } = await lastRegistry(store);
  return { generation: registry.generation, ...(await follow(store, registry)) };
}
