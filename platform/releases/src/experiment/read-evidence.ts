import type { Deployment } from '@wholepage/contracts/discovery';
import type { StepEvidence } from '../canary/evidence';
import { readSteps } from '../canary/evidence-folder';
import type { WritableStore } from '../store/store';
import { type ExperimentResult, judgeExperiment } from './verdict';

/** What composers have seen of an experiment by now. */
export interface ExperimentEvidence {
  steps: StepEvidence[];
  result: ExperimentResult;
}

/**
 * Reads what composers have seen of an experiment.
 * @param privateStore where composers share what they saw
 * @returns undefined when the deployment is of no experiment
 */
export async function readExperiment(
  privateStore: WritableStore,
  app: string,
  deployment: Deployment,
): Promise<ExperimentEvidence | undefined> {
  const { experiment } = deployment.extras;
  if (!experiment) return undefined;
  const steps = await readSteps(privateStore, app, deployment);
  return { steps, result: judgeExperiment(steps, experiment) };
}
