import type { AppName, Deployment } from '@wholepage/contracts/release';
import { refuseDrawn, runningCanary, stopCanary, withShare } from '../canary/canary';
import { readSteps } from '../canary/cohort';
import type { StepEvidence } from '../canary/judge';
import { ReleaseError } from '../errors';
import { commit, type StepOptions } from '../registry/commit';
import type { AppReleases, HistoryEntry } from '../registry/registry';
import { candidate, liveOf, promote, refuseUnfit } from '../steps/steps';
import { openWritableStore } from '../store/open-store';
import type { WritableStore } from '../store/store';
import type { Trust } from '../trust/trust';
import { type ExperimentResult, judgeExperiment } from './verdict';

export type ExperimentPlan = NonNullable<Deployment['extras']['experiment']>;

interface ExperimentOptions extends StepOptions {
  /** A goal of the site, or the name of an event: `checkout:cart-changed`. */
  goal: string;
  /** Largest relative difference that counts as equal, 0.01 to 1; default: {@link MARGIN}. */
  margin?: number | undefined;
}

export const MARGIN = 0.1;

/** @returns check that throws a ReleaseError when the app's present releases leave no room for this experiment */
export const refuseUnequal = (app: AppName, a: string, b: string) => (releases: AppReleases) => {
  const live = liveOf(app, releases, ` to compare ${b} with: promote ${a} first.`);
  if (live.metadata.version !== a)
    throw new ReleaseError(
      `${app} ${a} is not live: ${live.metadata.version} is. An experiment compares the live release with another: promote ${a} first, or name ${live.metadata.version}.`,
      { refusal: 'unfit' },
    );
  if (a === b) throw new ReleaseError(`${app} ${b} is live already: name two releases.`, { refusal: 'superseded' });
  refuseDrawn(app, releases.canary);
};

/**
 * Starts an experiment: serves release B to a share of visitors beside the live release A, until one is better or they are alike.
 * @param percent share of B, between 1 and 99
 */
export async function startExperiment(
  place: string,
  app: AppName,
  [a, b]: readonly [a: string, b: string],
  percent: number,
  { goal, margin = MARGIN, trust, ...details }: ExperimentOptions,
): Promise<HistoryEntry> {
  const store = openWritableStore(place, trust);
  const release = await candidate(store, app, b);
  return commit(store, app, ({ releases, site }) => {
    refuseUnequal(app, a, b)(releases);
    refuseUnfit(app, release, site.apps);
    const plan = { startedAt: new Date().toISOString(), experiment: { against: a, goal, margin } };
    const canary = withShare(release, percent, plan);
    const why = [`${percent} % against ${a}, by ${goal}`, details.why].filter(Boolean).join(': ');
    return { step: { ...details, action: 'experiment', version: b, why }, next: { ...releases, canary } };
  });
}

/** Returns the running experiment of an app. @throws ReleaseError when there is none */
export async function runningExperiment(place: string, app: AppName, trust?: Trust) {
  const canary = await runningCanary(openWritableStore(place, trust), app);
  const plan = canary?.extras.experiment;
  if (canary && plan) return { deployment: canary, plan };
  throw new ReleaseError(`${app} has no experiment. \`npm run wholepage -- status\` shows what there is.`, {
    refusal: 'not-found',
  });
}

/** Stops an experiment: all visitors get the live release. @throws ReleaseError when there is none */
export async function stopExperiment(
  place: string,
  app: AppName,
  { trust, ...details }: StepOptions = {},
): Promise<HistoryEntry> {
  const { version } = (await runningExperiment(place, app, trust)).deployment.metadata;
  return stopCanary(openWritableStore(place, trust), app, { ...details, version });
}

/**
 * Concludes an experiment with one of its releases for all visitors: A by a stop, B by a promotion.
 * @throws ReleaseError when there is no experiment, or the version is neither of the two
 */
export async function concludeExperiment(
  place: string,
  app: AppName,
  winner: string,
  options: StepOptions = {},
): Promise<HistoryEntry> {
  const { deployment, plan } = await runningExperiment(place, app, options.trust);
  const b = deployment.metadata.version;
  if (winner === plan.against) return stopExperiment(place, app, options);
  if (winner === b) return promote(place, app, b, { ...options, from: plan.against });
  throw new ReleaseError(`${app} ${winner} is not in its experiment: name ${plan.against} or ${b}.`, {
    refusal: 'not-found',
  });
}

/** Reads the composers' evidence on an experiment; undefined when the deployment is none. */
export async function readExperiment(
  privateStore: WritableStore,
  app: string,
  deployment: Deployment,
): Promise<{ steps: StepEvidence[]; result: ExperimentResult } | undefined> {
  const { experiment } = deployment.extras;
  if (!experiment) return undefined;
  const steps = await readSteps(privateStore, app, deployment);
  return { steps, result: judgeExperiment(steps, experiment) };
}
