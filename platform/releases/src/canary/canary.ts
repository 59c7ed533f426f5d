import type { AppName, Deployment } from '@wholepage/contracts/release';
import { ReleaseError } from '../errors';
import { believed, commit, type StepOptions } from '../registry/commit';
import { follow } from '../registry/follow';
import { type AppReleases, type HistoryEntry, lastRegistry } from '../registry/registry';
import { candidate, liveOf, refuseUnfit, withLive } from '../steps/steps';
import { openWritableStore } from '../store/open-store';
import type { WritableStore } from '../store/store';

/** Author of a composer's own steps in the history. */
export const JUDGE = 'the judge';

/** @param plan of its further steps, kept in the registry, so that any composer can take the next one */
export const withShare = (
  release: Deployment,
  percent: number,
  plan: Pick<Deployment['extras'], 'canary' | 'experiment' | 'startedAt'>,
): Deployment => {
  const { canary: _before, ...extras } = release.extras;
  return { ...release, deployment: { traffic: percent, default: false }, extras: { ...extras, ...plan } };
};

/** Returns the person's step that started a canary; composers attach it to each of their steps. */
const startOf = (lastStep: Record<string, unknown> | undefined): Record<string, unknown> | undefined => {
  const { under } = lastStep ?? {};
  return under !== null && typeof under === 'object' ? (under as Record<string, unknown>) : lastStep;
};

/** Returns the canary that visitors get, or release B of an experiment; undefined without one. */
export async function runningCanary(store: WritableStore, app: AppName): Promise<Deployment | undefined> {
  const { registry } = await lastRegistry(store);
  return (await believed(store, app, { registry, site: await follow(store, registry) })).canary;
}

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
  /** Further shares, the duration of each, and the reason if they do not wait for evidence. */
  plan?: { next: number[]; everyMs: number; withoutEvidence?: string } | undefined;
}

/** Serves a published release to a share of visitors, beside the live one; changes the share of a running canary. */
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

/** @returns check that throws a ReleaseError when the app's present releases leave no room for this canary */
export const refuseCanary = (app: AppName, version: string) => (releases: AppReleases) => {
  const live = liveOf(app, releases, ' to hold a canary against: its first one goes to all visitors.');
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

/** Stops a canary; neither lock nor gate can prevent it. @throws ReleaseError when there is none */
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
 * Takes the next step of a canary's plan: a larger share, or its promotion. Of several concurrent composers one
 * succeeds, because the step is bound to the judged share.
 * @param seen the judged canary @param figures of the verdict, in words and as data
 * @throws ReleaseError when the canary has changed meanwhile, or does not fit any more
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

/** @param version whose own canary may go on @throws ReleaseError when an app already has a canary or an experiment */
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
