import { counted, Loaded, Screen, State } from '@wholepage/staff-kit/browser/screen';
import { timeColumn } from '@wholepage/staff-kit/browser/table';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { AppSummary, ComposerSummary, Overview, Vitals } from '../../shapes';
import { type Column, DataTable } from '../components/DataTable';
import { LockDialog, LockNotice, UnlockDialog } from '../components/Steps';
import { orEmpty } from '../data/figures';
import { useIsAdmin, useOverview } from '../data/queries';
import { Compared, Failures } from './AppScreen';

const stateOf = ({ refused, lock, canary, live }: AppSummary): string => {
  if (refused) return 'Not followed';
  if (lock) return 'Locked';
  if (canary) return `${canary.experiment ? 'Experiment' : 'Canary'} ${canary.percent} %`;
  return live ? 'Live' : 'Not live';
};

const KIND: Readonly<Record<string, string>> = { 'Not followed': 'bad', Locked: 'warn', Live: 'good' };

const vitalColumn = (vital: keyof Vitals): Column<AppSummary> => ({
  header: `${vital.toUpperCase()} p75`,
  unit: 'ms',
  value: ({ health }) => orEmpty(health?.[vital]),
  show: ({ health }) => <Compared now={health?.[vital]} before={health?.before?.[vital]} />,
  isNumber: true,
});

const COLUMNS: Column<AppSummary>[] = [
  { header: 'App', value: ({ app }) => app, show: ({ app }) => <Link to={`/apps/${app}`}>{app}</Link> },
  {
    header: 'State',
    value: stateOf,
    show: (row) => <State kind={KIND[stateOf(row)] ?? 'accent'}>{stateOf(row)}</State>,
  },
  {
    header: 'Live',
    value: ({ live }) => live?.version ?? '',
    show: ({ live }) => (live ? <code>{live.version}</code> : 'none'),
  },
  timeColumn('Since', ({ live }) => live?.since),
  {
    header: 'Failed (last hour)',
    value: ({ health }) => orEmpty(health && health.failed + health.madeFailed),
    show: ({ health }) => <Failures health={health} />,
  },
  vitalColumn('lcp'),
  vitalColumn('inp'),
  { header: 'By', value: ({ live }) => live?.by ?? '' },
  {
    header: 'Beside it',
    value: ({ canary }) => (canary ? `${canary.version} (${canary.percent} %)` : ''),
    show: ({ canary }) => (canary ? <code>{canary.version}</code> : '–'),
  },
];

function Site({ overview }: { overview: Overview }) {
  const isAdmin = useIsAdmin();
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
      <p className="hint">
        {counted(apps.length, 'app', 'apps')} · generation {generation} of the registry ·{' '}
        {counted(apps.filter(({ canary }) => canary && !canary.experiment).length, 'canary', 'canaries')} ·{' '}
        {counted(apps.filter(({ canary }) => canary?.experiment).length, 'experiment', 'experiments')}
      </p>
      {isAdmin && (
        <p className="actions">
          <button type="button" onClick={() => setDialog(siteLock ? 'unlock' : 'lock')}>
            {siteLock ? 'Unlock' : 'Lock'} the whole site
          </button>
        </p>
      )}
      <DataTable
        name="Apps"
        rows={apps}
        columns={COLUMNS}
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
      {dialog === 'lock' && <LockDialog app="site" onClose={() => setDialog(undefined)} />}
      {dialog === 'unlock' && <UnlockDialog app="site" onClose={() => setDialog(undefined)} />}
    </>
  );
}

export function OverviewScreen() {
  return (
    <Screen title="Overview">
      <Loaded query={useOverview()}>{(overview) => <Site overview={overview} />}</Loaded>
    </Screen>
  );
}

interface ComposersTableProps {
  composers: ComposerSummary[];
  /** Of the registry. */
  generation: number;
}

const composerState = ({ hasFollowed, generation }: ComposerSummary): string =>
  hasFollowed ? 'Follows' : `Behind, at generation ${generation}`;

const COMPOSER_COLUMNS: Column<ComposerSummary>[] = [
  { header: 'Composer', value: ({ host, id }) => `${host} ${id.slice(0, 8)}` },
  {
    header: 'State',
    value: composerState,
    show: (composer) => <State kind={composer.hasFollowed ? 'good' : 'warn'}>{composerState(composer)}</State>,
  },
  { header: 'Generation', value: ({ generation }) => generation, isNumber: true },
  timeColumn('Started', ({ startedAt }) => startedAt),
  timeColumn('Heard', ({ seenAt }) => seenAt),
];

/** Composers that were heard within the last minute, and whether each follows the registry. */
function ComposersTable({ composers, generation }: ComposersTableProps) {
  return (
    <>
      <h2>Composers</h2>
      <p className="hint">Each is heard every ten seconds. The registry is at generation {generation}.</p>
      <DataTable
        name="Composers"
        rows={composers}
        columns={COMPOSER_COLUMNS}
        empty="No composer was heard within the last minute. Each needs the same PRIVATE_STORE_URL as the console."
      />
    </>
  );
}
