import type { StepEvidence } from '@wholepage/releases/canary/judge';
import type { ExperimentPlan } from '@wholepage/releases/experiment/experiment';
import { type ExperimentResult, judgeExperiment, type Outcome } from '@wholepage/releases/experiment/verdict';
import type { Log } from '../log';

/** Ends that leave visitors with the live release: a composer may take them by itself. B is promoted by people. */
const ENDS: readonly Outcome[] = ['a-better', 'alike', 'draw-broken'];

/** Looks at one experiment, and says each thing once. */
export class ExperimentWatch {
  private said = '';

  constructor(
    private readonly release: { app: string; version: string },
    private readonly plan: ExperimentPlan,
    private readonly log: Log,
  ) {}

  /** @returns the result, and whether the experiment ends by it */
  look(steps: readonly StepEvidence[]): { result: ExperimentResult; isOver: boolean } {
    const result = judgeExperiment(steps, this.plan);
    const { app: remote, version } = this.release;
    if (result.outcome === 'b-better') this.say('experiment decided', { remote, version, reason: result.why });
    if (result.worse === 'a')
      this.say('live release is worse in an experiment', { remote, version: this.plan.against, reason: result.why });
    return { result, isOver: ENDS.includes(result.outcome) };
  }

  private say(event: string, details: Record<string, unknown>): void {
    if (this.said.includes(event)) return;
    this.said += `${event}\n`;
    this.log('info', event, details);
  }
}
