import type { CanarySummary } from '../../../shapes';
import type { WantedStep } from '../../screens/releases/StepFor';
import { Time } from '../Time';
import { Evidence } from './Evidence';

interface CanaryPanelProps {
  app: string;
  canary: CanarySummary;
  onWant: ((step: WantedStep) => void) | undefined;
}

/** A canary: its share, what follows, and the evidence as it grows. */
export function CanaryPanel({ app, canary, onWant }: CanaryPanelProps) {
  const { version, percent, startedAt, next, everyMs } = canary;
  return (
    <section className="canary" aria-labelledby="canary-title">
      <h2 id="canary-title">
        Canary <code>{version}</code>
      </h2>
      <p>
        <meter min={0} max={100} value={percent} aria-label="Share of visitors" /> {percent} % of visitors
        {startedAt && (
          <>
            , started <Time at={startedAt} />
          </>
        )}
        {next.length > 0 && everyMs && `. Next: ${next.join(' %, ')} %, one every ${Math.round(everyMs / 60_000)} min`}
      </p>
      {onWant && (
        <p className="actions">
          <button type="button" className="danger" onClick={() => onWant({ do: 'stop', version })}>
            Stop canary {app} {version}
          </button>
          <button type="button" onClick={() => onWant({ do: 'promote', version })}>
            Promote {app} {version}
          </button>
        </p>
      )}
      <Evidence app={app} version={version} of={startedAt} />
    </section>
  );
}
