import type { Scenario } from '@wholepage/tooling/scenario';

/** A scenario that also says what becomes of a payment. */
export interface CourseScenario extends Scenario {
  /** What the payment provider's dialog does by itself, instead of opening. */
  payment?: 'succeeds' | 'declined' | 'dismissed' | 'script-missing';
}
