import type { Deployment } from '@wholepage/contracts/discovery';
import { type ExperimentEvidence, readExperiment } from '@wholepage/releases/experiment/experiment';
import type { AppReleases } from '@wholepage/releases/registry/deployments';
import { privateStorePlace } from '@wholepage/releases/settings';
import { openWritableStore } from '@wholepage/releases/store/open-store';

interface RunningExperiment {
  deployment: Deployment;
  plan: NonNullable<Deployment['extras']['experiment']>;
  /** Undefined where this machine has no access to what composers share. */
  seen: ExperimentEvidence | undefined;
}

/** Experiments that run, by app. */
export type Experiments = Readonly<Record<string, RunningExperiment>>;

/** The experiments of these apps, with what composers have seen of them. */
export async function readExperiments(apps: Record<string, AppReleases>): Promise<Experiments> {
  const found: Record<string, RunningExperiment> = {};
  for (const [app, { canary }] of Object.entries(apps)) {
    const plan = canary?.extras.experiment;
    if (!canary || !plan) continue;
    const privateStore = openWritableStore(privateStorePlace());
    const seen = await readExperiment(privateStore, app, canary).catch(() => undefined);
    found[app] = { deployment: canary, plan, seen };
  }
  return found;
}

/** One line of `npm run releases`. */
export const experimentText = ({ deployment, plan, seen }: RunningExperiment): string =>
  `experiment: A ${plan.against}, B ${deployment.metadata.version} for ${deployment.deployment.traffic} %; ${seen?.result.why ?? 'its evidence cannot be read here'}`;

/** What `npm run releases -- --json` prints of it. */
export const experimentData = ({ deployment, plan, seen }: RunningExperiment) => ({
  a: plan.against,
  b: deployment.metadata.version,
  percent: deployment.deployment.traffic,
  goal: plan.goal,
  margin: plan.margin,
  result: seen?.result ?? null,
});
