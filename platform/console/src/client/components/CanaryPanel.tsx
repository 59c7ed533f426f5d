import { lazy, Suspense } from 'react';
import type { CanarySummary, EvidenceDetails } from '../../shapes';
import { useEvidence } from '../data/queries';
import type { WantedStep } from '../screens/StepFor';
import { type Column, DataTable } from './DataTable';
import { Loaded } from './Loaded';
import { MEASURES } from './measures';
import { Time } from './Time';

/** Charts are large, and most visits see none. */
const EvidenceChart = lazy(() => import('./EvidenceChart'));

interface CanaryPanelProps {
  app: string;
  canary: CanarySummary;
  onWant: ((step: WantedStep) => void) | undefined;
}

type Finding = EvidenceDetails['verdict']['findings'][number];

const rounded = (value: number): string => (value < 100 ? value.toPrecision(3) : Math.round(value).toLocaleString());

const COLUMNS: Column<Finding>[] = [
  { header: 'Measure', value: ({ measure }) => MEASURES[measure] },
  { header: 'Evidence', value: ({ evidence }) => evidence, show: ({ evidence }) => rounded(evidence), isNumber: true },
  { header: 'Stops at', value: ({ limit }) => limit, isNumber: true },
  { header: 'Verdict', value: ({ worse }) => (worse ? 'worse than live' : 'no worse than live') },
];

function Evidence({ app, evidence }: { app: string; evidence: EvidenceDetails }) {
  const { steps, verdict, points } = evidence;
  if (steps.length === 0) return <p className="empty">No visitor was seen yet.</p>;
  const { findings, why } = verdict;
  return (
    <>
      <p>{why}.</p>
      <Suspense fallback={<div className="chart" />}>
        <EvidenceChart points={points} findings={findings} />
      </Suspense>
      <DataTable name={`Evidence about ${app}`} rows={findings} columns={COLUMNS} empty="Nothing was measured yet." />
    </>
  );
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
            , begun <Time at={startedAt} />
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
      <Loaded query={useEvidence(app, version)}>{(evidence) => <Evidence app={app} evidence={evidence} />}</Loaded>
    </section>
  );
}
