import type { CanarySummary } from '../../../shapes';
import type { WantedStep } from '../../screens/releases/StepFor';
import { Evidence } from '../canary/Evidence';
import { Time } from '../Time';

interface ExperimentPanelProps {
  app: string;
  canary: CanarySummary;
  plan: NonNullable<CanarySummary['experiment']>;
  onWant: ((step: WantedStep) => void) | undefined;
}

/** An experiment: its two releases, what it counts, and what visitors did so far. */
export function ExperimentPanel({ app, canary, plan, onWant }: ExperimentPanelProps) {
  const { version, percent, startedAt } = canary;
  return (
    <section className="canary" aria-labelledby="experiment-title">
      <h2 id="experiment-title">Experiment: {plan.goal}</h2>
      <dl className="live-release">
        <dt>A</dt>
        <dd>
          <code>{plan.against}</code>, live, for {100 - percent} % of visitors
        </dd>
        <dt>B</dt>
        <dd>
          <code>{version}</code> for {percent} % of visitors
        </dd>
        {startedAt && (
          <>
            <dt>Since</dt>
            <dd>
              <Time at={startedAt} />
            </dd>
          </>
        )}
      </dl>
      {onWant && (
        <p className="actions">
          <button type="button" onClick={() => onWant({ do: 'conclude', version: plan.against })}>
            Conclude with A {plan.against}
          </button>
          <button type="button" onClick={() => onWant({ do: 'conclude', version })}>
            Conclude with B {version}
          </button>
          <button type="button" className="danger" onClick={() => onWant({ do: 'stop', version })}>
            Stop experiment {app} {version}
          </button>
        </p>
      )}
      <Evidence app={app} version={version} of={startedAt} />
    </section>
  );
}
