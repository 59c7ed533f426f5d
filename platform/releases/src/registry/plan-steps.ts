import type { Deployment } from '@wholepage/contracts/discovery';
import { canonical } from '../trust/step-signature';
import type { AppReleases } from './deployments';

/** A composer's clock may differ from that of the person who started the canary by so much. */
const CLOCK_SKEW_MS = 5_000;

/** What tells deployments apart for good: neither how they came about, nor what a plan left for later. */
export const releaseIdentity = (deployment: Deployment | undefined): string => {
  if (!deployment) return '';
  const { step: _step, canary: _canary, startedAt: _startedAt, takenBack: _takenBack, ...extras } = deployment.extras;
  const { url, metadata } = deployment;
  return canonical({ url, metadata, extras });
};

/** Whether two deployments are of one release, in the same form. */
export const isSameRelease = (one: Deployment | undefined, other: Deployment | undefined): boolean =>
  releaseIdentity(one) === releaseIdentity(other);

interface PlanStep {
  action: string;
  /** When it was taken, in milliseconds since 1970. */
  at: number;
  after: AppReleases;
}

/** Whether a composer's step stops the canary that a person started, and changes nothing else. */
const isStop = ({ action, after }: PlanStep, start: AppReleases): boolean =>
  action === 'stop' &&
  !after.canary &&
  isSameRelease(after.live, start.live) &&
  isSameRelease(after.previous, start.previous);

/** Whether it gives the canary a share that its plan names, when its time has come; or promotes it at the plan's end. */
function isAdvance({ action, at, after }: PlanStep, start: AppReleases): boolean {
  const plan = start.canary?.extras.canary;
  if (!plan) return false;
  const isDue = (steps: number) => at + CLOCK_SKEW_MS >= Date.parse(plan.since) + steps * plan.everyMs;
  if (action === 'promote') {
    const isEnd = isSameRelease(after.live, start.canary) && isSameRelease(after.previous, start.live) && !after.canary;
    return isEnd && isDue(plan.next.length + 1);
  }
  if (action !== 'canary' || !after.canary) return false;
  const step = plan.next.indexOf(after.canary.deployment.traffic);
  const holds =
    isSameRelease(after.canary, start.canary) &&
    isSameRelease(after.live, start.live) &&
    isSameRelease(after.previous, start.previous);
  return step >= 0 && holds && isDue(step + 1);
}

/** Whether a step is one that the start of a canary, signed by a person, provides for. */
export const follows = (step: PlanStep, start: AppReleases): boolean => isStop(step, start) || isAdvance(step, start);
