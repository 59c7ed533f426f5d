import type { Deployment } from 'contracts/discovery';
import type { AppName } from 'contracts/version';
import { candidate, refuseUnfit } from '../candidate';
import { ReleaseError } from '../errors';
import { type PromoteOptions, type Reason, withLive } from '../promote';
import type { AppReleases } from '../registry/deployments';
import type { HistoryEntry } from '../registry/history';
import { takeStep } from '../registry/registry';
import { environmentTrust, releasedBy } from '../settings';
import { openWritableStore } from '../store/open-store';
import type { WritableStore } from '../store/store';
import type { CanaryPlan } from './plan';

/** Steps that a composer takes by itself are in the history under this name. */
export const JUDGE = 'the judge';

const withShare = (release: Deployment, percent: number, plan: CanaryPlan | undefined): Deployment => {
  const { canary: _before, ...extras } = release.extras;
  return {
    ...release,
    deployment: { traffic: percent, default: false },
    extras: { ...extras, ...(plan && { canary: plan }) },
  };
};

const requireCanary = (app: AppName, { canary }: AppReleases, version: string | undefined): Deployment => {
  if (canary && (version === undefined || canary.metadata.version === version)) return canary;
  throw new ReleaseError(
    version
      ? `${app} ${version} is no canary any more: nothing was changed.`
      : `${app} has no canary. \`npm run releases\` shows what there is.`,
  );
};

interface CanaryOptions extends PromoteOptions {
  /** Shares that follow, and how long each lasts. */
  plan?: { next: number[]; everyMs: number } | undefined;
}

/**
 * Gives a published release to a share of the visitors, beside the live one. One that is a canary already gets the new share.
 * @param place the store, as RELEASES_URL names it
 * @throws ReleaseError in one sentence saying what stands against it
 */
export async function startCanary(
  place: string,
  app: AppName,
  version: string,
  percent: number,
  { by = releasedBy(), why = '', plan, trust = environmentTrust(), verification }: CanaryOptions = {},
): Promise<HistoryEntry> {
  const store = openWritableStore(place, trust);
  const release = await candidate(store, app, version);
  return takeStep(store, app, (releases, registry) => {
    const { live, canary } = releases;
    if (!live)
      throw new ReleaseError(`${app} has no live release to hold a canary against: promote ${version} instead.`);
    if (live.metadata.version === version) throw new ReleaseError(`${app} ${version} is live already.`);
    if (canary && canary.metadata.version !== version) {
      throw new ReleaseError(
        `${app} has a canary already: ${canary.metadata.version} for ${canary.deployment.traffic} %. Stop it first (npm run canary ${app} stop).`,
      );
    }
    refuseUnfit(app, release, registry);
    const next = {
      ...releases,
      canary: withShare(release, percent, plan && { ...plan, since: new Date().toISOString() }),
    };
    const text = [`${percent} %`, why].filter(Boolean).join(': ');
    return { step: { action: 'canary', app, version, by, why: text, verification }, next };
  });
}

interface StopOptions extends Reason {
  /** Stops this version only. */
  version?: string;
  /** The figures that it was decided by. */
  evidence?: Record<string, unknown>;
}

/** Ends a canary: all visitors get the live release. @throws ReleaseError when there is none */
export async function stopCanary(
  store: WritableStore,
  app: AppName,
  { by = releasedBy(), why = '', version, evidence }: StopOptions = {},
): Promise<HistoryEntry> {
  return takeStep(store, app, (releases) => {
    const stopped = requireCanary(app, releases, version).metadata.version;
    return {
      step: { action: 'stop', app, version: stopped, by, why, ...(evidence && { evidence }) },
      next: { ...releases, canary: undefined },
    };
  });
}

/**
 * Takes the next step of a canary's plan: a larger share, or the whole site. Of several composers that try at the same
 * moment one does, for the step is bound to the share that was seen.
 * @throws ReleaseError when the canary is not what was seen any more, or does not fit any more
 */
export async function advanceCanary(
  store: WritableStore,
  app: AppName,
  seen: Deployment,
  evidence: Record<string, unknown>,
): Promise<HistoryEntry> {
  const { version } = seen.metadata;
  return takeStep(store, app, (releases, registry, step) => {
    const canary = requireCanary(app, releases, version);
    const plan = canary.extras.canary;
    if (!plan || plan.since !== seen.extras.canary?.since) {
      throw new ReleaseError(`${app} ${version}: another composer took this step.`);
    }
    const about = { app, version, by: JUDGE, evidence };
    const [percent, ...next] = plan.next;
    if (percent === undefined) {
      refuseUnfit(app, canary, registry);
      const { canary: _plan, ...extras } = canary.extras;
      const live = { ...canary, extras };
      return { step: { action: 'promote', why: 'the canary held', ...about }, next: withLive(releases, live, step) };
    }
    const wider = withShare(canary, percent, { ...plan, next, since: new Date().toISOString() });
    return {
      step: { action: 'canary', why: `${percent} %: the canary held`, ...about },
      next: { ...releases, canary: wider },
    };
  });
}
