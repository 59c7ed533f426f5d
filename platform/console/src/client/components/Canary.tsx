import { Fact, Loaded, later, Notice, State, Time } from '@wholepage/staff-kit/browser/screen';
import type { AppDetails, CanarySummary, EvidenceDetails, VariantFigures } from '../../shapes';
import { change, durationText, MEASURES, percentText } from '../data/figures';
import { useEvidence } from '../data/queries';
import { type Column, DataTable } from './DataTable';
import { StepActions } from './Steps';

interface PanelProps {
  app: string;
  canary: CanarySummary;
}

/** A canary or an experiment: its share, its steps, and the evidence as it grows. */
export function CanaryPanel({ app, canary }: PanelProps) {
  const { version, startedAt, experiment } = canary;
  return (
    <section className="sheet" aria-labelledby="canary-title">
      {experiment ? (
        <>
          <h2 id="canary-title">Experiment: {experiment.goal}</h2>
          <Variants canary={canary} against={experiment.against} />
          <StepActions
            steps={[
              { do: 'conclude', version: experiment.against, text: `Conclude with A ${experiment.against}` },
              { do: 'conclude', version, text: `Conclude with B ${version}` },
              { do: 'stop', version },
            ]}
          />
        </>
      ) : (
        <>
          <h2 id="canary-title">
            Canary <code>{version}</code>
          </h2>
          <Share canary={canary} />
          <StepActions
            steps={[
              { do: 'stop', version },
              { do: 'promote', version },
            ]}
          />
        </>
      )}
      <Evidence app={app} version={version} of={startedAt} />
    </section>
  );
}

const Share = ({ canary: { percent, startedAt, plan } }: Pick<PanelProps, 'canary'>) => (
  <p>
    <meter min={0} max={100} value={percent} aria-label="Share of visitors" /> {percent} % of visitors
    {startedAt && (
      <>
        , started <Time at={startedAt} />
      </>
    )}
    {plan &&
      `. Next: ${[...plan.next.map((one) => `${one} %`), 'everybody'].join(', ')}, one every ${plan.everyMs % 60_000 ? `${plan.everyMs / 1000} s` : `${plan.everyMs / 60_000} min`}`}
  </p>
);

const Variants = ({
  canary: { version, percent, startedAt },
  against,
}: Pick<PanelProps, 'canary'> & { against: string }) => (
  <dl className="facts">
    <Fact name="A">
      <code>{against}</code>, live, for {100 - percent} % of visitors
    </Fact>
    <Fact name="B">
      <code>{version}</code> for {percent} % of visitors
    </Fact>
    {startedAt && (
      <Fact name="Since">
        <Time at={startedAt} />
      </Fact>
    )}
  </dl>
);

const EvidenceChart = later('chart', () => import('./Charts').then((charts) => charts.EvidenceChart));

/** Largest e-value in digits: nobody reads the digits of a larger one. */
const MOST = 1_000_000;

const rounded = (value: number): string => {
  if (value >= MOST) return `over ${MOST.toLocaleString()}`;
  return value < 100 ? value.toPrecision(3) : Math.round(value).toLocaleString();
};

/** Columns of one variant: its bad networks, out of all its networks. The CSV has a column for each number. */
const variantColumns = (header: string, variant: 'canary' | 'live'): Column<VariantFigures>[] => [
  {
    header,
    value: (figures) => figures[variant].bad,
    show: (figures) => {
      const { bad, networks } = figures[variant];
      return `${bad} of ${networks}${networks > 0 ? `, ${percentText(bad / networks)}` : ''}`;
    },
  },
  { header: `${header}: networks`, value: (figures) => figures[variant].networks, isHidden: true },
];

const verdictText = ({ worse, canary, live }: VariantFigures): string => {
  if (worse) return 'worse than live';
  return canary.networks > 0 && live.networks > 0 ? 'nothing worse seen' : 'not heard';
};

const columnsOf = (isExperiment: boolean): Column<VariantFigures>[] => [
  {
    header: 'Measure',
    value: ({ measure, over }) =>
      over === undefined ? MEASURES[measure] : `${MEASURES[measure]} over ${durationText(over)}`,
  },
  ...variantColumns(isExperiment ? 'B' : 'Canary', 'canary'),
  ...variantColumns(isExperiment ? 'A' : 'Live', 'live'),
  { header: 'Evidence', value: ({ evidence }) => evidence, show: ({ evidence }) => rounded(evidence), isNumber: true },
  { header: 'Stops at', value: ({ limit }) => limit, isNumber: true },
  { header: 'Verdict', value: verdictText },
];

function powerText({ points, power, enough }: EvidenceDetails): string {
  const last = points.at(-1);
  if (!last) return '';
  return `${last.networksCanary} networks of the canary and ${last.networksLive} of the live release were seen. By now the judge would have found ${power}. A step goes on when it would have found errors with 80 %, or after a day with ${enough} browsers heard on each variant.`;
}

interface EvidenceProps {
  app: string;
  version: string;
  /** When the canary started or ended. */
  of?: string | undefined;
  /** Reason why the canary was stopped, which is shown above already; undefined while it runs. */
  stopped?: string | undefined;
}

function Evidence({ app, version, of = '', stopped }: EvidenceProps) {
  return (
    <Loaded query={useEvidence(app, version, of)}>
      {(evidence) => {
        const { steps, verdict, points, variants, experiment } = evidence;
        if (steps.length === 0) return <p className="empty">No visitor was seen yet.</p>;
        return (
          <>
            {experiment ? (
              <ExperimentResult app={app} evidence={evidence} result={experiment} />
            ) : (
              <>
                {verdict.why !== stopped && <p>The judge: {verdict.why}.</p>}
                {stopped === undefined && !verdict.stop && <p>{powerText(evidence)}</p>}
                <EvidenceChart points={points} findings={verdict.findings} />
              </>
            )}
            <DataTable
              name={`${experiment ? 'Harm by' : 'Evidence about'} ${app}`}
              rows={variants}
              columns={columnsOf(experiment !== undefined)}
              empty="Nothing was measured yet."
            />
          </>
        );
      }}
    </Loaded>
  );
}

/** Shows why the last canary was stopped, until the app's next step. Locks are no such step. */
export function StoppedCanary({ details: { app, canary, history } }: { details: AppDetails }) {
  const last = history.find(({ action }) => action !== 'lock' && action !== 'unlock');
  if (canary || last?.action !== 'stop') return null;
  // The step that began it tells whether it was a canary or an experiment, even without evidence.
  const began = history.find(({ action, version }) => /^(canary|experiment)$/.test(action) && version === last.version);
  return (
    <section className="sheet" aria-labelledby="stopped-title">
      <h2 id="stopped-title">
        Stopped {began?.action ?? 'canary'} <code>{last.version}</code>
      </h2>
      <p>
        Stopped <Time at={last.at} /> by {last.by}
        {last.why && `: ${last.why}`}.
      </p>
      {last.evidence && <Evidence app={app} version={last.version} of={last.at} stopped={last.why} />}
    </section>
  );
}

const ExperimentChart = later('chart', () => import('./Charts').then((charts) => charts.ExperimentChart));

type Result = NonNullable<EvidenceDetails['experiment']>;

interface Row {
  variant: string;
  networks: number;
  reached: number;
}

const COLUMNS: Column<Row>[] = [
  { header: 'Release', value: ({ variant }) => variant },
  { header: 'Networks', value: ({ networks }) => networks, isNumber: true },
  { header: 'Reached the goal', value: ({ reached }) => reached, isNumber: true },
  {
    header: 'Rate',
    value: ({ networks, reached }) => (networks > 0 ? reached / networks : ''),
    show: ({ networks, reached }) => percentText(networks > 0 ? reached / networks : undefined),
    isNumber: true,
  },
];

const OUTCOMES: Readonly<Record<Result['outcome'], readonly [text: string, kind: string]>> = {
  running: ['Not decided yet', 'accent'],
  'a-better': ['A is better', 'warn'],
  'b-better': ['B is better', 'good'],
  alike: ['No difference that matters', 'accent'],
  'sample-ratio-mismatch': ['The draw is broken', 'bad'],
};

const amongText = ({ possible, a, b }: Result): string =>
  a.reached + b.reached === 0
    ? 'Nobody has reached the goal yet.'
    : `Beside A, B reaches the goal between ${change(possible.least)} and ${change(possible.most)}; this is wrong in at most 1 of 20 experiments.`;

/** Says how long it takes to see enough networks, at the pace so far; empty when they were seen. */
function paceText({ points, enough }: EvidenceDetails, { a, b }: Result): string {
  const seen = Math.min(a.networks, b.networks);
  if (seen >= enough) return '';
  const [first, last] = [points[0], points.at(-1)];
  const minutes = first && last ? (Date.parse(last.at) - Date.parse(first.at)) / 60_000 : 0;
  const pace = first && minutes > 0 ? (seen - Math.min(first.networksCanary, first.networksLive)) / minutes : 0;
  const left = pace > 0 ? `; at this pace enough are in ${Math.ceil((enough - seen) / pace)} min` : '';
  return `${enough} networks a variant are needed before anything is decided${left}.`;
}

/** Shows an experiment's result, with a chart of its growth. The text and the tables give its present figures. */
function ExperimentResult({ app, evidence, result }: { app: string; evidence: EvidenceDetails; result: Result }) {
  const rows = [
    { variant: 'A', ...result.a },
    { variant: 'B', ...result.b },
  ];
  const [text, kind] = OUTCOMES[result.outcome];
  const pace = paceText(evidence, result);
  const points = evidence.points.filter(({ least }) => least !== null);
  return (
    <>
      <p>
        <State kind={kind}>{text}</State>
      </p>
      <p>{amongText(result)}</p>
      {result.outcome === 'sample-ratio-mismatch' && <Notice kind="bad">{result.why}.</Notice>}
      {result.worse && (
        <Notice kind="bad">{result.worse.toUpperCase()} fails more, or is slower, than chance allows.</Notice>
      )}
      {pace && <p>{pace}</p>}
      {points.length > 1 && <ExperimentChart points={points} />}
      <DataTable name={`Goals of ${app}`} rows={rows} columns={COLUMNS} empty="Nobody was seen yet." />
    </>
  );
}
