import { useGet } from '@wholepage/staff-kit/browser/calls';
import { Fact, Loaded, Notice, Screen, Time } from '@wholepage/staff-kit/browser/screen';
import { codeColumn, linkColumn, stateColumn, timeColumn } from '@wholepage/staff-kit/browser/table';
import { useMemo } from 'react';
import { Link, useParams } from 'react-router-dom';
import { type AppDetails, KEPT_DAYS, type StepSummary } from '../../shapes';
import { CanaryPanel, StoppedCanary } from '../components/Canary';
import { type Column, DataTable } from '../components/DataTable';
import { LockNotice, StepActions, Steps } from '../components/Steps';
import { REGISTRY_KEY, useApp, useHolds, useOverview } from '../data/queries';

function Details({ details }: { details: AppDetails }) {
  const siteLock = useOverview().data?.siteLock;
  const { app, live, previous, canary, lock, refused, history } = details;
  const may = useHolds()('releaser', app);
  return (
    <Steps details={details} may={may}>
      {refused && <Notice kind="bad">{refused}</Notice>}
      {[siteLock, lock].map((one) => one && <LockNotice key={one.app} lock={one} />)}
      <dl className="facts">
        <Fact name="Live">{live ? <code>{live.version}</code> : 'nothing'}</Fact>
        {live?.since && (
          <Fact name="Since">
            <Time at={live.since} /> by {live.by}
            {live.why && `: ${live.why}`}
          </Fact>
        )}
        <Fact name="Before">{previous ? <code>{previous}</code> : 'nothing'}</Fact>
      </dl>
      {(live || lock) && (
        <StepActions
          steps={[
            ...(live && previous ? [{ do: 'rollback', version: previous } as const] : []),
            { do: lock ? 'unlock' : 'lock' },
            ...(live ? [{ do: 'retire' } as const] : []),
          ]}
        />
      )}
      {canary && <CanaryPanel app={app} canary={canary} />}
      <StoppedCanary details={details} />
      <VersionsTable details={details} may={may} />
      <h2>History</h2>
      <DataTable
        name={`Steps of ${app}`}
        rows={history}
        columns={STEP_COLUMNS.filter(({ header }) => header !== 'App')}
        empty="No step was taken yet."
      />
    </Steps>
  );
}

export function AppScreen() {
  const { app = '' } = useParams();
  return (
    <Screen title={app}>
      <Loaded query={useApp(app)}>{(details) => <Details key={app} details={details} />}</Loaded>
    </Screen>
  );
}

interface Row {
  version: string;
  /** Time of the version's newest step; of a waiting version, the time when it passed the gate. */
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
    ...waiting.map(
      ({ version, verified }): Row => ({ version, at: verified?.at, state: verified ? 'verified' : 'waiting' }),
    ),
    ...[...given].map(([version, at]) => ({ version, at, state: stateOf(version) })),
  ];
}

function VersionsTable({ details, may }: { details: AppDetails; may: boolean }) {
  const { app, live, canary, newCauses, alone } = details;
  const rows = useMemo(() => rowsOf(details).map((row) => ({ id: row.version, ...row })), [details]);
  const columns: Column<Row>[] = [
    codeColumn('Version', ({ version }) => version),
    stateColumn(
      'State',
      ({ state }) => STATES[state].text,
      ({ state }) => STATES[state].kind,
    ),
    timeColumn('Last step', ({ at }) => at),
    {
      header: 'New errors',
      value: ({ version }) => newCauses[version] ?? 0,
      show: ({ version }) =>
        newCauses[version] ? (
          <Link to={`/errors?app=${app}&days=${KEPT_DAYS}`}>{newCauses[version]} new in this release</Link>
        ) : (
          '–'
        ),
    },
    linkColumn(
      'Compare',
      ({ version }) => (live && version !== live.version ? `with ${live.version}` : ''),
      ({ version }) => `/apps/${app}/compare?from=${live?.version}&to=${version}`,
      ({ version }) => `Compare ${version} with live`,
    ),
  ];
  if (alone)
    columns.push({
      header: 'Alone',
      value: ({ version, state }) => (STATES[state].isWaiting ? '' : `${alone}${version}/`),
      show: ({ version, state }) =>
        STATES[state].isWaiting ? 'by a preview' : <a href={`${alone}${version}/`}>Open {version} alone</a>,
    });
  if (may)
    columns.push(
      {
        header: 'Preview',
        value: () => '',
        show: ({ version, state }) => (state === 'live' ? '–' : <StepActions steps={[{ do: 'preview', version }]} />),
      },
      {
        header: 'Steps',
        value: () => '',
        show: ({ version, state }) => {
          if (state === 'live') return '–';
          if (state === 'waiting') return <code>{`npm run verify ${app} ${version}`}</code>;
          const steps = live && !canary ? (['promote', 'canary', 'experiment'] as const) : (['promote'] as const);
          return <StepActions steps={steps.map((step) => ({ do: step, version }))} />;
        },
      },
    );
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

const STEP_COLUMNS: Column<StepSummary>[] = [
  timeColumn('When', ({ at }) => at),
  { header: 'Step', value: ({ action }) => action, show: ({ action }) => <span className="word">{action}</span> },
  {
    header: 'App',
    value: ({ app }) => app,
    show: ({ app }) => (app === 'site' ? 'site' : <Link to={`/apps/${app}`}>{app}</Link>),
  },
  codeColumn('Version', ({ version }) => version),
  linkColumn(
    'Changes',
    // The step put one release in place of another, or beside it: the link compares the two.
    ({ version, previous }) => (version && previous && version !== previous ? `From ${previous}` : ''),
    ({ app, version, previous }) => `/apps/${app}/compare?from=${previous}&to=${version}`,
  ),
  { header: 'By', value: ({ by }) => by },
  { header: 'Why', value: reasonOf, show: (step) => reasonOf(step) || '–' },
  { header: 'Gate', value: gateText, show: (step) => gateText(step) || '–' },
];

export function HistoryScreen() {
  return (
    <Screen title="History">
      <Loaded query={useGet<{ history: StepSummary[] }>([REGISTRY_KEY, 'history'], '/api/history')}>
        {({ history }) => (
          <DataTable name="Steps" rows={history} columns={STEP_COLUMNS} empty="No step was taken yet." />
        )}
      </Loaded>
    </Screen>
  );
}
