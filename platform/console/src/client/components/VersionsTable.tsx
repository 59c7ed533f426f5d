import { Loaded, Screen, State } from '@wholepage/staff-kit/browser/screen';
import { timeColumn } from '@wholepage/staff-kit/browser/table';
import { useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { AppDetails, StepSummary } from '../../shapes';
import { useHistory } from '../data/queries';
import { type Column, DataTable } from './DataTable';
import type { WantedStep } from './Steps';

interface VersionsTableProps {
  details: AppDetails;
  /** Undefined for those who may only look. */
  onWant: ((step: WantedStep) => void) | undefined;
  onPreview: ((version: string) => void) | undefined;
}

interface Row {
  version: string;
  /** The newest step by which visitors got it; when it passed the gate, for what waits. */
  at: string | undefined;
  state: 'live' | 'before' | 'canary' | 'experiment' | 'waiting' | 'verified' | 'earlier';
}

const STATES: Readonly<Record<Row['state'], { text: string; kind: string; isWaiting?: true }>> = {
  live: { text: 'Live', kind: 'good' },
  before: { text: 'Live before', kind: 'accent' },
  canary: { text: 'Canary', kind: 'accent' },
  experiment: { text: 'Experiment', kind: 'accent' },
  waiting: { text: 'Waiting for the gate', kind: 'accent', isWaiting: true },
  verified: { text: 'Passed the gate', kind: 'good', isWaiting: true },
  earlier: { text: 'Earlier', kind: 'accent' },
};

function rowsOf({ live, previous, canary, waiting, history }: AppDetails): Row[] {
  const stateOf = (version: string): Row['state'] => {
    if (version === live?.version) return 'live';
    if (version === canary?.version) return canary.experiment ? 'experiment' : 'canary';
    return version === previous ? 'before' : 'earlier';
  };
  const given = new Map<string, string>();
  for (const { version, at } of history) if (version && !given.has(version)) given.set(version, at);
  return [
    ...waiting.map(({ version, verified }) => ({
      ...{ version, at: verified?.at },
      state: verified ? ('verified' as const) : ('waiting' as const),
    })),
    ...[...given].map(([version, at]) => ({ version, at, state: stateOf(version) })),
  ];
}

export function VersionsTable({ details, onWant, onPreview }: VersionsTableProps) {
  const { app, live, canary, newCauses, alone } = details;
  const rows = useMemo(() => rowsOf(details), [details]);
  const columns: Column<Row>[] = [
    { header: 'Version', value: ({ version }) => version, show: ({ version }) => <code>{version}</code> },
    {
      header: 'State',
      value: ({ state }) => STATES[state].text,
      show: ({ state }) => <State kind={STATES[state].kind}>{STATES[state].text}</State>,
    },
    timeColumn('Last step', ({ at }) => at),
    {
      header: 'New errors',
      value: ({ version }) => newCauses[version] ?? 0,
      show: ({ version }) =>
        newCauses[version] ? (
          <Link to={`/errors?app=${app}&days=90`}>{newCauses[version]} new in this release</Link>
        ) : (
          '–'
        ),
    },
    {
      header: 'Compare',
      value: ({ version }) => (live && version !== live.version ? `with ${live.version}` : ''),
      show: ({ version }) =>
        live && version !== live.version ? (
          <Link to={`/apps/${app}/compare?from=${live.version}&to=${version}`}>Compare {version} with live</Link>
        ) : (
          '–'
        ),
    },
  ];
  if (alone)
    columns.push({
      header: 'Alone',
      value: ({ version, state }) => (STATES[state].isWaiting ? '' : `${alone}${version}/`),
      show: ({ version, state }) =>
        STATES[state].isWaiting ? 'by a preview' : <a href={`${alone}${version}/`}>Open {version} alone</a>,
    });
  if (onPreview)
    columns.push({
      header: 'Preview',
      value: () => '',
      show: ({ version, state }) =>
        state === 'live' ? (
          '–'
        ) : (
          <button type="button" onClick={() => onPreview(version)}>
            Preview {app} {version}
          </button>
        ),
    });
  if (onWant)
    columns.push({
      header: 'Steps',
      value: () => '',
      show: ({ version, state }) =>
        state === 'live' ? (
          '–'
        ) : state === 'waiting' ? (
          <code>
            npm run verify {app} {version}
          </code>
        ) : (
          <span className="actions">
            <button type="button" onClick={() => onWant({ do: 'promote', version })}>
              Promote {app} {version}
            </button>
            {live && !canary && (
              <button type="button" onClick={() => onWant({ do: 'canary', version })}>
                Start canary {app} {version}
              </button>
            )}
            {live && !canary && (
              <button type="button" onClick={() => onWant({ do: 'experiment', version })}>
                Start experiment {app} {version}
              </button>
            )}
          </span>
        ),
    });
  return (
    <>
      <h2>Versions</h2>
      <DataTable name={`Versions of ${app}`} rows={rows} columns={columns} empty="No version was published yet." />
    </>
  );
}

const gateText = ({ verification }: StepSummary): string => {
  if (!verification) return '';
  const { held, skipped, reason } = verification;
  return `${held.length} held${skipped.length > 0 ? `; left out: ${skipped.join(', ')} (${reason})` : ''}`;
};

const reasonOf = ({ why, breaks }: StepSummary): string =>
  [why, breaks && `broke the lock: ${breaks}`].filter(Boolean).join('; ');

/** One release stands in the place, or beside, another one: the two can be compared. */
const isExchange = ({ version, previous }: Pick<StepSummary, 'version' | 'previous'>): boolean =>
  Boolean(version && previous && version !== previous);

export const STEP_COLUMNS: Column<StepSummary>[] = [
  timeColumn('When', ({ at }) => at),
  { header: 'Step', value: ({ action }) => action, show: ({ action }) => <span className="word">{action}</span> },
  {
    header: 'App',
    value: ({ app }) => app,
    show: ({ app }) => (app === 'site' ? 'site' : <Link to={`/apps/${app}`}>{app}</Link>),
  },
  { header: 'Version', value: ({ version }) => version, show: ({ version }) => <code>{version || '–'}</code> },
  {
    header: 'Changes',
    value: ({ version, previous }) => (isExchange({ version, previous }) ? `from ${previous}` : ''),
    show: ({ app, version, previous }) =>
      isExchange({ version, previous }) ? (
        <Link to={`/apps/${app}/compare?from=${previous}&to=${version}`}>From {previous}</Link>
      ) : (
        '–'
      ),
  },
  { header: 'By', value: ({ by }) => by },
  { header: 'Why', value: reasonOf, show: (step) => reasonOf(step) || '–' },
  { header: 'Gate', value: gateText, show: (step) => gateText(step) || '–' },
];

export function HistoryScreen() {
  return (
    <Screen title="History">
      <Loaded query={useHistory()}>
        {({ history }) => (
          <DataTable name="Steps" rows={history} columns={STEP_COLUMNS} empty="No step was taken yet." />
        )}
      </Loaded>
    </Screen>
  );
}
