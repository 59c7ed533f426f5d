import type { Deployment } from '@wholepage/contracts/discovery';
import { ReleaseError } from '../errors';

/** A running canary, in words that say how to end it. */
export const canaryText = (app: string, { metadata, deployment }: Deployment): string =>
  `${metadata.version} for ${deployment.traffic} %. Stop it first (npm run canary ${app} stop)`;

/** @throws ReleaseError when an app has an experiment: its visitors cannot be drawn for something else too */
export function refuseExperiment(app: string, canary: Deployment | undefined): void {
  const plan = canary?.extras.experiment;
  if (!canary || !plan) return;
  throw new ReleaseError(
    `${app} has an experiment already: ${plan.against} against ${canary.metadata.version} for ${canary.deployment.traffic} %. End it first (npm run experiment ${app} stop).`,
    { refusal: 'unfit' },
  );
}
