import { counted, Loaded, Notice, Screen, State } from '@wholepage/staff-kit/browser/screen';
import { codeColumn, stateColumn, timeColumn } from '@wholepage/staff-kit/browser/table';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import type { AppSummary, ComposerSummary, Overview } from '../../shapes';
import { type Column, DataTable } from '../components/DataTable';
import { LockDialog, LockNotice, UnlockDialog } from '../components/Steps';
import { durationText, orEmpty } from '../data/figures';
import { useHolds, useOverview } from '../data/queries';

const stateOf = ({ refused, lock, canary, live }: AppSummary): string => {
  if (refused) return 'Not followed';
  if (lock) return 'Locked';
  if (canary) return `${canary.experiment ? 'Experiment' : 'Canary'} ${canary.percent} %`;
  return live ? 'Live' : 'Not live';
};

const KIND: Readonly<Record<string, string>> = { 'Not followed': 'bad', Locked: 'warn', Live: 'good' };

const vitalColumn = (vital: 'lcp' | 'inp'): Column<AppSummary> => ({
  header: `${vital.toUpperCase()} p75`,
  unit: 'ms',
  value: ({ health }) => orEmpty(health?.[vital]),
  show: ({ health }) => {
    const [now, before] = [health?.[vital], health?.before?.[vital]];
    return (
      <>
        {durationText(now)}
        {now !== undefined && before !== undefined && <span className="location">before: {durationText(before)}</span>}
      </>
    );
  },
  isNumber: true,
});

/** Shows the failures of the last hour, in browsers and on the server. */
function failuresOf({ health }: AppSummary) {
  if (!health) return '–';
  const { failed, visits, made, madeFailed } = health;
  const text = `${failed} of ${visits} in browsers, ${madeFailed} of ${made + madeFailed} renders`;
  return failed + madeFailed > 0 ? <State kind="warn">{text}</State> : text;
}

const COLUMNS: Column<AppSummary>[] = [
  { header: 'App', value: ({ app }) => app, show: ({ app }) => <Link to={`/apps/${app}`}>{app}</Link> },
  stateColumn('State', stateOf, (row) => KIND[stateOf(row)] ?? 'accent'),
  codeColumn('Live', ({ live }) => live?.version ?? '', 'none'),
  timeColumn('Since', ({ live }) => live?.since),
  {
    header: 'Failed (last hour)',
    value: ({ health }) => orEmpty(health && health.failed + health.madeFailed),
    show: failuresOf,
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

const composerState = ({ hasFollowed, generation }: ComposerSummary): string =>
  hasFollowed ? 'Follows' : `Behind, at generation ${generation}`;

const COMPOSER_COLUMNS: Column<ComposerSummary>[] = [
  { header: 'Composer', value: ({ host, id }) => `${host} ${id.slice(0, 8)}` },
  stateColumn('State', composerState, ({ hasFollowed }) => (hasFollowed ? 'good' : 'warn')),
  { header: 'Generation', value: ({ generation }) => generation, isNumber: true },
  timeColumn('Started', ({ startedAt }) => startedAt),
  timeColumn('Heard', ({ seenAt }) => seenAt),
];

function Site({ overview }: { overview: Overview }) {
  const isAdmin = useHolds()('admin');
  const [dialog, setDialog] = useState<'lock' | 'unlock'>();
  const { siteLock, apps, refused, generation } = overview;
  const whole = { details: { app: 'site' }, onClose: () => setDialog(undefined) };
  const troubles = [...refused, ...apps.flatMap((app) => (app.refused ? [app.refused] : []))];
  return (
    <>
      {troubles.map((sentence) => (
        <Notice key={sentence} kind="bad">
          {sentence}
        </Notice>
      ))}
      {siteLock && <LockNotice lock={siteLock} />}
      <p className="hint">
        {counted(apps.length, 'app')} · generation {generation} of the registry ·{' '}
        {counted(apps.filter(({ canary }) => canary && !canary.experiment).length, 'canary', 'canaries')} ·{' '}
        {counted(apps.filter(({ canary }) => canary?.experiment).length, 'experiment')}
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
        empty="The store of this console (RELEASES_URL, see Settings) holds no released app. npm run release APP releases the first one."
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
      <h2>Composers</h2>
      <p className="hint">Each is heard every ten seconds. The registry is at generation {generation}.</p>
      <DataTable
        name="Composers"
        rows={overview.composers}
        columns={COMPOSER_COLUMNS}
        empty="No composer was heard within the last minute. Each needs the same PRIVATE_STORE_URL as the console."
      />
      {dialog === 'lock' && <LockDialog title="Lock the whole site" {...whole} />}
      {dialog === 'unlock' && <UnlockDialog title="Unlock the whole site" {...whole} />}
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
