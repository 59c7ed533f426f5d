import type { AppName, Deployment } from '@wholepage/contracts/release';
import { ReleaseError } from '../errors';
import { commit, type StepOptions } from '../registry/commit';
import type { AppReleases, HistoryEntry } from '../registry/registry';
import { candidate, liveOf, refuseUnfit, withLive } from '../steps/steps';
import { openWritableStore } from '../store/open-store';
import type { WritableStore } from '../store/store';

/** Steps that a composer takes by itself are in the history under this name. */
export const JUDGE = 'the judge';

/** @param plan how it goes on, or is judged: kept in the registry, so that any composer can take the next step */
export const withShare = (
  release: Deployment,
  percent: number,
  plan: Pick<Deployment['extras'], 'canary' | 'experiment' | 'startedAt'>,
): Deployment => {
  const { canary: _before, ...extras } = release.extras;
  return { ...release, deployment: { traffic: percent, default: false }, extras: { ...extras, ...plan } };
};

/** The step of the person who started a canary: composers show it with each step that they take. */
const startOf = (lastStep: Record<string, unknown> | undefined): Record<string, unknown> | undefined => {
  const { under } = lastStep ?? {};
  return under !== null && typeof under === 'object' ? (under as Record<string, unknown>) : lastStep;
};

const requireCanary = (app: AppName, { canary }: AppReleases, wanted: StopOptions): Deployment => {
  const { version = canary?.metadata.version, startedAt = canary?.extras.startedAt } = wanted;
  if (canary && canary.metadata.version === version && canary.extras.startedAt === startedAt) return canary;
  throw new ReleaseError(
    version
      ? `${app} ${version} is not a canary any more: nothing was changed.`
      : `${app} has no canary. \`npm run wholepage -- status\` shows what there is.`,
    { refusal: 'not-found' },
  );
};

interface CanaryOptions extends StepOptions {
  /** Shares that follow, and how long each lasts; why they do not wait for evidence, where they do not. */
  plan?: { next: number[]; everyMs: number; withoutEvidence?: string } | undefined;
}

/** Gives a published release to a share of the visitors, beside the live one. One that is a canary already gets the new share. */
export async function startCanary(
  place: string,
  app: AppName,
  version: string,
  percent: number,
  { plan, trust, ...details }: CanaryOptions = {},
): Promise<HistoryEntry> {
  const store = openWritableStore(place, trust);
  const release = await candidate(store, app, version);
  return commit(store, app, ({ releases, site }) => {
    refuseCanary(app, version)(releases);
    refuseUnfit(app, release, site.apps);
    const now = new Date().toISOString();
    const startedAt = releases.canary?.extras.startedAt ?? now;
    const share = withShare(release, percent, { startedAt, ...(plan && { canary: { ...plan, since: now } }) });
    const why = [`${percent} %`, details.why].filter(Boolean).join(': ');
    return { step: { ...details, action: 'canary', version, why }, next: { ...releases, canary: share } };
  });
}

/** @returns what throws a ReleaseError when that which visitors get of the app leaves no room for this canary */
export const refuseCanary = (app: AppName, version: string) => (releases: AppReleases) => {
  const live = liveOf(app, releases, ` to hold a canary against: promote ${version} instead.`);
  if (live.metadata.version === version)
    throw new ReleaseError(`${app} ${version} is live already.`, { refusal: 'superseded' });
  refuseDrawn(app, releases.canary, version);
};

interface StopOptions extends Omit<StepOptions, 'trust'> {
  /** Refuses an experiment, which ends by its own command. */
  isCanaryOnly?: boolean;
  /** Stops this version only, and only if it started then. */
  version?: string | undefined;
  startedAt?: string | undefined;
}

/** Ends a canary, which no lock and no gate stands against: all visitors get the live release. @throws ReleaseError when there is none */
export async function stopCanary(
  store: WritableStore,
  app: AppName,
  { version, startedAt, isCanaryOnly = false, ...details }: StopOptions = {},
): Promise<HistoryEntry> {
  return commit(store, app, ({ releases, lastStep }) => {
    if (isCanaryOnly) refuseDrawn(app, releases.canary, releases.canary?.metadata.version);
    const stopped = requireCanary(app, releases, { version, startedAt }).metadata.version;
    const said = { ...details, breaks: undefined, verification: undefined };
    return {
      step: { ...said, action: 'stop', version: stopped, under: startOf(lastStep) },
      next: { ...releases, canary: undefined },
    };
  });
}

/**
 * Takes the next step of a canary's plan: a larger share, or the whole site. Of several composers that try at the same
 * moment one does, for the step is bound to the share that was seen.
 * @param seen what was judged @param figures what it was judged by, in words and as data
 * @throws ReleaseError when the canary is not what was seen any more, or does not fit any more
 */
export async function advanceCanary(
  store: WritableStore,
  app: AppName,
  seen: Deployment,
  { evidence, held }: { evidence: Record<string, unknown>; held: string },
): Promise<HistoryEntry> {
  const { version } = seen.metadata;
  return commit(store, app, ({ releases, site, lastStep, step }) => {
    const canary = requireCanary(app, releases, { version });
    const plan = canary.extras.canary;
    if (!plan || plan.since !== seen.extras.canary?.since) {
      throw new ReleaseError(`${app} ${version}: another composer took this step.`, { refusal: 'superseded' });
    }
    const about = { version, by: JUDGE, evidence, under: startOf(lastStep) };
    const [percent, ...next] = plan.next;
    if (percent === undefined) {
      refuseUnfit(app, canary, site.apps);
      const { canary: _plan, startedAt: _startedAt, ...extras } = canary.extras;
      const live = { ...canary, extras };
      return { step: { action: 'promote', why: held, ...about }, next: withLive(releases, live, step) };
    }
    const wider = withShare(canary, percent, { canary: { ...plan, next, since: new Date().toISOString() } });
    return {
      step: { action: 'canary', why: `${percent} %: ${held}`, ...about },
      next: { ...releases, canary: wider },
    };
  });
}

/**
 * @param version whose own canary may go on
 * @throws ReleaseError when visitors of an app are drawn already, for a canary or an experiment
 */
export function refuseDrawn(app: string, canary: Deployment | undefined, version?: string): void {
  if (!canary) return;
  const { metadata, deployment, extras } = canary;
  const share = `${metadata.version} for ${deployment.traffic} %`;
  if (extras.experiment)
    throw new ReleaseError(
      `${app} has an experiment already: ${extras.experiment.against} against ${share}. End it first (npm run wholepage -- experiment ${app} stop).`,
      { refusal: 'unfit' },
    );
  if (metadata.version !== version)
    throw new ReleaseError(
      `${app} has a canary already: ${share}. Stop it first (npm run wholepage -- canary ${app} stop).`,
      { refusal: 'unfit' },
    );
}
