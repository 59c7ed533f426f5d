import type { Scenario } from '@wholepage/tooling/scenario';

/** A scenario with the outcome of a payment. */
export interface CourseScenario extends Scenario {
  /** Outcome at the payment provider, whose dialog does not open then. */
  payment?: 'succeeds' | 'declined' | 'dismissed' | 'script-missing';
}
