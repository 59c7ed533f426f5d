import type { Deployment } from '@wholepage/contracts/discovery';
import { Cohort } from '../canary/cohort';
import type { StepEvidence } from '../canary/evidence';
import { canaryKey, EvidenceFolder, evidencePath } from '../canary/evidence-folder';
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
  { metadata, extras }: Deployment,
): Promise<ExperimentEvidence | undefined> {
  const { experiment, startedAt } = extras;
  if (!experiment) return undefined;
  const cohort = new Cohort();
  const key = canaryKey(app, metadata.version, startedAt);
  await new EvidenceFolder(privateStore, evidencePath(key)).exchange(cohort);
  const steps = cohort.evidence;
  return { steps, result: judgeExperiment(steps, experiment) };
}
