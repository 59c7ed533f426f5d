import { type Deployment, PROGRESS_EXTRAS } from '@wholepage/contracts/release';
import * as z from 'zod';
import { ReleaseError } from '../errors';
import { hasRight, STEPS, type StepRight, type StepSigner } from '../trust/pins';
import { canonical, type Trust } from '../trust/trust';
import { type AppReleases, type HistoryEntry, historyEntrySchema, releasesAfter, SITE } from './registry';

/** A lock on an app, or the whole site, until a time. */
export const lockSchema = z.object({
  /** An app, or the whole site. */
  app: z.string(),
  generation: z.number().int(),
  until: z.string(),
  by: z.string(),
  why: z.string(),
});
export type Lock = z.output<typeof lockSchema>;

/** Returns the lock that a step set; undefined when it set none, or unlocked. */
export const lockOf = ({ action, app, generation, until, by, why }: HistoryEntry): Lock | undefined =>
  action === 'lock' && until ? { app, generation, until, by, why } : undefined;

/** Returns the active lock at a time. @param now milliseconds since 1970 */
export const activeLock = (locks: readonly (Lock | undefined)[], now: number): Lock | undefined =>
  locks.find((lock) => lock !== undefined && now < Date.parse(lock.until));

/** Describes a lock, without a full stop: `articles is locked until … by asha: the fair`. */
export const lockText = ({ app, until, by, why }: Lock): string =>
  `${app === SITE ? 'the site' : app} is locked until ${until.slice(0, 16).replace('T', ' ')} UTC by ${by}: ${why}`;

/** Tolerated difference between a composer's clock and that of the person who started the canary. */
const CLOCK_SKEW_MS = 5_000;

export const releaseIdentity = (deployment: Deployment | undefined): string => {
  if (!deployment) return '';
  const { url, metadata } = deployment;
  const extras = Object.entries(deployment.extras).filter(([name]) => !PROGRESS_EXTRAS.includes(name));
  return canonical({ url, metadata, extras: Object.fromEntries(extras) });
};

export const isSameRelease = (one: Deployment | undefined, other: Deployment | undefined): boolean =>
  releaseIdentity(one) === releaseIdentity(other);

/** Returns when a canary's next share, or the one after more steps, is due, in milliseconds since 1970. */
export const dueAt = ({ since, everyMs }: { since: string; everyMs: number }, steps = 1): number =>
  Date.parse(since) + steps * everyMs;

/**
 * Whether a canary's start, signed by a person, provides for a step: it stops the canary and changes nothing else, sets
 * a planned share at its time, or promotes the canary at the plan's end.
 */
function follows({ action, at, deployments }: HistoryEntry, start: AppReleases): boolean {
  const after = releasesAfter({ deployments });
  const isKept = isSameRelease(after.live, start.live) && isSameRelease(after.previous, start.previous);
  if (action === 'stop') return isKept && !after.canary;
  const plan = start.canary?.extras.canary;
  if (!plan) return false;
  const isDue = (steps: number) => Date.parse(at) + CLOCK_SKEW_MS >= dueAt(plan, steps);
  if (action === 'promote') {
    const isEnd = isSameRelease(after.live, start.canary) && isSameRelease(after.previous, start.live) && !after.canary;
    return isEnd && isDue(plan.next.length + 1);
  }
  if (action !== 'canary' || !after.canary) return false;
  const step = plan.next.indexOf(after.canary.deployment.traffic);
  return step >= 0 && isKept && isSameRelease(after.canary, start.canary) && isDue(step + 1);
}

/** Tolerated difference of clocks. Later times come from a wrong clock, or from somebody who evades a lock. */
export const CLOCKS_DIFFER_MS = 5 * 60_000;

function rightsFor(entry: HistoryEntry): StepRight[] {
  const { canary } = releasesAfter(entry);
  return [
    entry.action,
    // A plan ends with a promotion, and a share of 100 % is one, too.
    ...(canary && (canary.extras.canary || canary.deployment.traffic >= 100) ? (['promote'] as const) : []),
    ...(entry.breaks === undefined ? [] : (['break-lock'] as const)),
  ];
}

const describe = ({ action, app, generation }: HistoryEntry): string => `Step ${generation} (${action} ${app})`;

/** @throws ReleaseError when a step claims to remove something, and does not */
function refuseHalfDone(entry: HistoryEntry): void {
  const { live, canary } = releasesAfter(entry);
  const refused = (what: string) =>
    new ReleaseError(`${describe(entry)} ${what}: it is not followed.`, { refusal: 'not-allowed' });
  if (entry.action === 'retire' && live)
    throw refused(`retires ${entry.app}, but leaves ${live.metadata.version} live`);
  if (entry.action === 'stop' && canary)
    throw refused(`stops the canary of ${entry.app}, but leaves ${canary.metadata.version} to visitors`);
}

const refuseMissing = (signer: StepSigner, rights: readonly StepRight[], entry: HistoryEntry): void => {
  const missing = rights.find((right) => !hasRight(signer, right, entry.app));
  if (missing)
    throw new ReleaseError(
      `${describe(entry)}: ${signer.name} may not ${missing.replace('-', ' ')} ${entry.app}. RELEASE_KEYS says who may what.`,
      { refusal: 'not-allowed' },
    );
};

/** Returns why a step's signature is not trusted. */
function faultOf(trust: Trust, { signature }: HistoryEntry): string {
  if (!signature) return 'is not signed';
  return trust.mayTakeSteps(signature.key)
    ? `is not what the key ${signature.key} signed`
    : `is signed by the key ${signature.key}, which may take no steps`;
}

/** Returns a step's signer. @throws ReleaseError when it is not signed by anybody who may take steps */
function signerOf(trust: Trust, entry: HistoryEntry, raw: object): StepSigner {
  const signer = entry.signature && trust.signerOf('step', raw, entry.signature);
  if (signer) return signer;
  throw new ReleaseError(`${describe(entry)} ${faultOf(trust, entry)}: it is not followed.`, { refusal: 'not-signed' });
}

/**
 * @param under the person's step that another continues; its own signature is verified
 * @returns generation of that step @throws ReleaseError when it does not provide for this step
 */
function refuseUnplanned(trust: Trust, entry: HistoryEntry, under: object): number {
  const start = historyEntrySchema.parse(under);
  refuseMissing(signerOf(trust, start, under), rightsFor(start), start);
  const isOfApp = start.app === entry.app && start.generation < entry.generation;
  if (!isOfApp || !follows(entry, releasesAfter(start)))
    throw new ReleaseError(`${describe(entry)} is none that the canary's plan provides for: it is not followed.`, {
      refusal: 'not-allowed',
    });
  return start.generation;
}

interface StepContext {
  /** Locks of the app and of the site. */
  locks: readonly (Lock | undefined)[];
  /** Milliseconds since 1970. */
  now: number;
}

/** @throws ReleaseError when a lock forbids a step */
function refuseLocked(entry: HistoryEntry, { locks, now }: StepContext): void {
  if (!STEPS[entry.action].isLocked || entry.breaks !== undefined) return;
  const since = locks.filter((lock) => lock && lock.generation < entry.generation);
  refuseActive(since, Math.min(Date.parse(entry.at), now));
}

/** @throws ReleaseError when one of these locks is active at a time */
export function refuseActive(locks: readonly (Lock | undefined)[], now: number): void {
  const lock = activeLock(locks, now);
  if (lock)
    throw new ReleaseError(
      `${lockText(lock)}. Who has the right to break locks may do it, with a reason (--break-lock "why").`,
      { refusal: 'locked' },
    );
}

/**
 * Verifies a step's signature, its signer's rights, the plan that it continues, and locks.
 * @param raw the step as read, with its deployments
 * @returns the step; the generation of the person's step that it continues, if any; whether its signer may not choose
 * the live release, so that it must be compared with the step that did
 * @throws ReleaseError with a sentence when it must not be followed
 */
export function checkStep(trust: Trust, raw: object, context: StepContext) {
  const parsed = historyEntrySchema.safeParse(raw);
  if (!parsed.success)
    throw new ReleaseError(`A step of the registry is malformed at "${parsed.error.issues[0]?.path.join('.')}".`);
  const entry = parsed.data;
  const signer = signerOf(trust, entry, raw);
  if (Date.parse(entry.at) > context.now + CLOCKS_DIFFER_MS)
    throw new ReleaseError(`${describe(entry)} is of ${entry.at}, which is yet to come: it is not followed.`);
  refuseLocked(entry, context);
  refuseHalfDone(entry);
  if (!entry.under) {
    refuseMissing(signer, rightsFor(entry), entry);
    const choosesLive = STEPS[entry.action].leaves !== 'canary';
    return { entry, needsLiveStep: !choosesLive && !hasRight(signer, 'promote', entry.app) };
  }
  refuseMissing(signer, [entry.action === 'stop' ? 'stop' : 'advance'], entry);
  return { entry, startedBy: refuseUnplanned(trust, entry, entry.under), needsLiveStep: false };
}
