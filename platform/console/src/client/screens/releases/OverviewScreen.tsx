import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { AppSummary, Overview } from '../../../shapes';
import { Compared, Failures } from '../../components/Health';
import { Loaded } from '../../components/Loaded';
import { Screen } from '../../components/Screen';
import { LockDialog, UnlockDialog } from '../../components/steps/LockDialogs';
import { LockNotice } from '../../components/steps/LockNotice';
import { Time } from '../../components/Time';
import { ComposersTable } from '../../components/tables/ComposersTable';
import { type Column, DataTable } from '../../components/tables/DataTable';
import { orEmpty } from '../../data/figures';
import { isAdmin } from '../../data/may';
import { type Me, useOverview } from '../../data/queries/queries';

/** What of an app needs a look, in words. */
const stateOf = ({ refused, lock, canary, live }: AppSummary): string => {
  if (refused) return 'Not followed';
  if (lock) return 'Locked';
  if (canary) return `${canary.experiment ? 'Experiment' : 'Canary'} ${canary.percent} %`;
  return live ? 'Live' : 'Not live';
};

const counted = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`;

const KIND: Readonly<Record<string, string>> = { 'Not followed': 'bad', Locked: 'warn', Live: 'good' };

const COLUMNS: Column<AppSummary>[] = [
  { header: 'App', value: ({ app }) => app, show: ({ app }) => <Link to={`/apps/${app}`}>{app}</Link> },
  {
    header: 'State',
    value: stateOf,
    show: (row) => (
      <span className="state" data-kind={KIND[stateOf(row)] ?? 'info'}>
        {stateOf(row)}
      </span>
    ),
  },
  {
    header: 'Live',
    value: ({ live }) => live?.version ?? '',
    show: ({ live }) => (live ? <code>{live.version}</code> : 'none'),
  },
  { header: 'Since', value: ({ live }) => live?.since ?? '', show: ({ live }) => <Time at={live?.since} /> },
  {
    header: 'Failed (last hour)',
    value: ({ health }) => orEmpty(health && health.failed + health.madeFailed),
    show: ({ health }) => <Failures health={health} />,
  },
  {
    header: 'LCP p75',
    unit: 'ms',
    value: ({ health }) => orEmpty(health?.lcp),
    show: ({ health }) => <Compared now={health?.lcp} before={health?.before?.lcp} />,
    isNumber: true,
  },
  {
    header: 'INP p75',
    unit: 'ms',
    value: ({ health }) => orEmpty(health?.inp),
    show: ({ health }) => <Compared now={health?.inp} before={health?.before?.inp} />,
    isNumber: true,
  },
  { header: 'By', value: ({ live }) => live?.by ?? '' },
  {
    header: 'Beside it',
    value: ({ canary }) => (canary ? `${canary.version} (${canary.percent} %)` : ''),
    show: ({ canary }) => (canary ? <code>{canary.version}</code> : '–'),
  },
];

function Site({ me, overview }: { me: Me; overview: Overview }) {
  const [dialog, setDialog] = useState<'lock' | 'unlock'>();
  const { siteLock, apps, refused, generation } = overview;
  const troubles = [...refused, ...apps.flatMap((app) => (app.refused ? [app.refused] : []))];
  return (
    <>
      {troubles.map((sentence) => (
        <p key={sentence} className="notice" data-kind="bad">
          {sentence}
        </p>
      ))}
      {siteLock && <LockNotice lock={siteLock} />}
      <p className="facts">
        {counted(apps.length, 'app', 'apps')} · generation {generation} of the registry ·{' '}
        {counted(apps.filter(({ canary }) => canary && !canary.experiment).length, 'canary', 'canaries')} ·{' '}
        {counted(apps.filter(({ canary }) => canary?.experiment).length, 'experiment', 'experiments')}
      </p>
      {isAdmin(me) && (
        <p className="actions">
          {siteLock ? (
            <button type="button" onClick={() => setDialog('unlock')}>
              Unlock the whole site
            </button>
          ) : (
            <button type="button" onClick={() => setDialog('lock')}>
              Lock the whole site
            </button>
          )}
        </p>
      )}
      <DataTable
        name="Apps"
        rows={apps}
        columns={COLUMNS}
        canFilter={apps.length > 8}
        empty="No app was released yet. npm run release APP releases the first one."
      />
      {overview.unreleased.length > 0 && (
        <p>
          Published, and never released:{' '}
          {overview.unreleased.map((app, index) => (
            <span key={app}>
              {index > 0 && ', '}
              <Link to={`/apps/${app}`}>{app}</Link>
            </span>
          ))}
        </p>
      )}
      <ComposersTable composers={overview.composers} generation={generation} />
      {dialog === 'lock' && <LockDialog me={me} app="site" onClose={() => setDialog(undefined)} />}
      {dialog === 'unlock' && <UnlockDialog me={me} app="site" onClose={() => setDialog(undefined)} />}
    </>
  );
}

/** Every app with what is live of it. */
export function OverviewScreen({ me }: { me: Me }) {
  return (
    <Screen title="Overview">
      <Loaded query={useOverview()}>{(overview) => <Site me={me} overview={overview} />}</Loaded>
    </Screen>
  );
}
