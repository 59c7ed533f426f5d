import { lazy, Suspense } from 'react';
import type { EvidenceDetails } from '../../../shapes';
import { durationText, orEmpty, percentText } from '../../data/figures';
import { useEvidence } from '../../data/queries/queries';
import { ExperimentResult } from '../experiment/ExperimentResult';
import { Loaded } from '../Loaded';
import { type Column, DataTable } from '../tables/DataTable';
import { MEASURES } from './measures';

/** Charts are large, and most visits see none. */
const EvidenceChart = lazy(() => import('./EvidenceChart'));

type Finding = EvidenceDetails['verdict']['findings'][number];

/** Beyond this nobody reads the digits. */
const MOST = 1_000_000;

const rounded = (value: number): string => {
  if (value >= MOST) return `over ${MOST.toLocaleString()}`;
  return value < 100 ? value.toPrecision(3) : Math.round(value).toLocaleString();
};

/** Of one side: for how many of its networks it was bad. */
const sideColumn = (header: string, sides: EvidenceDetails['sides'], side: 'canary' | 'live'): Column<Finding> => {
  const figuresOf = ({ measure }: Finding) => sides.find((one) => one.measure === measure)?.[side];
  return {
    header,
    value: (finding) => orEmpty(figuresOf(finding)?.bad),
    show: (finding) => {
      const { bad = 0, networks = 0 } = figuresOf(finding) ?? {};
      return `${bad} of ${networks}${networks > 0 ? `, ${percentText(bad / networks)}` : ''}`;
    },
  };
};

/** Of the CSV: out of how many networks. */
const networksColumn = (header: string, sides: EvidenceDetails['sides'], side: 'canary' | 'live'): Column<Finding> => ({
  header: `${header}: networks`,
  value: ({ measure }) => orEmpty(sides.find((one) => one.measure === measure)?.[side].networks),
  isHidden: true,
});

const columnsOf = ({ sides, experiment }: EvidenceDetails): Column<Finding>[] => [
  {
    header: 'Measure',
    value: ({ measure }) => {
      const over = sides.find((one) => one.measure === measure)?.over;
      return over === undefined ? MEASURES[measure] : `${MEASURES[measure]} over ${durationText(over)}`;
    },
  },
  sideColumn(experiment ? 'B' : 'Canary', sides, 'canary'),
  networksColumn(experiment ? 'B' : 'Canary', sides, 'canary'),
  sideColumn(experiment ? 'A' : 'Live', sides, 'live'),
  networksColumn(experiment ? 'A' : 'Live', sides, 'live'),
  { header: 'Evidence', value: ({ evidence }) => evidence, show: ({ evidence }) => rounded(evidence), isNumber: true },
  { header: 'Stops at', value: ({ limit }) => limit, isNumber: true },
  { header: 'Verdict', value: ({ worse }) => (worse ? 'worse than live' : 'no worse than live') },
];

/** What the judge could see by now. */
function powerText({ points, power, enough }: EvidenceDetails): string {
  const last = points.at(-1);
  if (!last) return '';
  return `${last.networksCanary} networks of the canary and ${last.networksLive} of the live release were seen. By now the judge would have found ${power}. A step goes on when it would have found errors with 80 %, or after a day with ${enough} browsers heard on each side.`;
}

interface FiguresProps {
  app: string;
  evidence: EvidenceDetails;
  stopped: string | undefined;
}

function Figures({ app, evidence, stopped }: FiguresProps) {
  const { steps, verdict, points } = evidence;
  const { experiment } = evidence;
  if (steps.length === 0) return <p className="empty">No visitor was seen yet.</p>;
  if (experiment)
    return (
      <>
        <ExperimentResult app={app} evidence={evidence} result={experiment} />
        <DataTable
          name={`Harm by ${app}`}
          rows={verdict.findings}
          columns={columnsOf(evidence)}
          empty="Nothing was measured yet."
        />
      </>
    );
  return (
    <>
      {verdict.why !== stopped && <p>The judge: {verdict.why}.</p>}
      {stopped === undefined && !verdict.stop && <p>{powerText(evidence)}</p>}
      <Suspense fallback={<div className="chart" />}>
        <EvidenceChart points={points} findings={verdict.findings} />
      </Suspense>
      <DataTable
        name={`Evidence about ${app}`}
        rows={verdict.findings}
        columns={columnsOf(evidence)}
        empty="Nothing was measured yet."
      />
    </>
  );
}

interface EvidenceProps {
  app: string;
  version: string;
  /** When the canary started or ended. */
  of?: string | undefined;
  /** Why a canary was stopped, which is shown already; undefined of one that runs. */
  stopped?: string | undefined;
}

/** What was seen of a canary, against the live release. */
export function Evidence({ app, version, of = '', stopped }: EvidenceProps) {
  return (
    <Loaded query={useEvidence(app, version, of)}>
      {(evidence) => <Figures app={app} evidence={evidence} stopped={stopped} />}
    </Loaded>
  );
}
