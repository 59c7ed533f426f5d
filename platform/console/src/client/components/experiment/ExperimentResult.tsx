import { lazy, Suspense } from 'react';
import type { EvidenceDetails } from '../../../shapes';
import { percentText } from '../../data/figures';
import { type Column, DataTable } from '../tables/DataTable';
import { change } from './change';

/** Charts are large, and most visits see none. */
const ExperimentChart = lazy(() => import('./ExperimentChart'));

type Result = NonNullable<EvidenceDetails['experiment']>;

interface Row {
  side: string;
  networks: number;
  reached: number;
}

const COLUMNS: Column<Row>[] = [
  { header: 'Release', value: ({ side }) => side },
  { header: 'Networks', value: ({ networks }) => networks, isNumber: true },
  { header: 'Reached the goal', value: ({ reached }) => reached, isNumber: true },
  {
    header: 'Rate',
    value: ({ networks, reached }) => (networks > 0 ? reached / networks : ''),
    show: ({ networks, reached }) => percentText(networks > 0 ? reached / networks : undefined),
    isNumber: true,
  },
];

const KIND: Readonly<Record<Result['outcome'], string>> = {
  running: 'info',
  'a-better': 'warn',
  'b-better': 'good',
  alike: 'info',
  'draw-broken': 'bad',
};
const TEXT: Readonly<Record<Result['outcome'], string>> = {
  running: 'Not decided yet',
  'a-better': 'A is better',
  'b-better': 'B is better',
  alike: 'No difference that matters',
  'draw-broken': 'The draw is broken',
};

/** The differences that are still possible, in words. */
const amongText = ({ possible, a, b }: Result): string =>
  a.reached + b.reached === 0
    ? 'Nobody has reached the goal yet.'
    : `Beside A, B reaches the goal between ${change(possible.least)} and ${change(possible.most)}; this is wrong in at most 1 of 20 experiments.`;

/** How long enough networks take at the pace so far. */
function paceText({ points, enough }: EvidenceDetails, { a, b }: Result): string {
  const seen = Math.min(a.networks, b.networks);
  if (seen >= enough) return '';
  const [first, last] = [points[0], points.at(-1)];
  const minutes = first && last ? (Date.parse(last.at) - Date.parse(first.at)) / 60_000 : 0;
  const pace = first && minutes > 0 ? (seen - Math.min(first.networksCanary, first.networksLive)) / minutes : 0;
  const left = pace > 0 ? `; at this pace enough are in ${Math.ceil((enough - seen) / pace)} min` : '';
  return `${enough} networks a side are needed before anything is decided${left}.`;
}

/** What an experiment says, drawn as it grows. The tables say the same. */
export function ExperimentResult({
  app,
  evidence,
  result,
}: {
  app: string;
  evidence: EvidenceDetails;
  result: Result;
}) {
  const rows = [
    { side: 'A', ...result.a },
    { side: 'B', ...result.b },
  ];
  const pace = paceText(evidence, result);
  const points = evidence.points.filter(({ least }) => least !== null);
  return (
    <>
      <p>
        <span className="state" data-kind={KIND[result.outcome]}>
          {TEXT[result.outcome]}
        </span>
      </p>
      <p>{amongText(result)}</p>
      {result.outcome === 'draw-broken' && (
        <p className="notice" data-kind="bad">
          {result.why}.
        </p>
      )}
      {result.worse && (
        <p className="notice" data-kind="bad">
          {result.worse.toUpperCase()} fails more, or is slower, than chance allows.
        </p>
      )}
      {pace && <p>{pace}</p>}
      {points.length > 1 && (
        <Suspense fallback={<div className="chart" />}>
          <ExperimentChart points={points} />
        </Suspense>
      )}
      <DataTable name={`Goals of ${app}`} rows={rows} columns={COLUMNS} empty="Nobody was seen yet." />
    </>
  );
}
