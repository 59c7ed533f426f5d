import { SelectField } from '@wholepage/staff-kit/browser/forms';
import { Loaded, Screen, State, Time } from '@wholepage/staff-kit/browser/screen';
import { Link, useSearchParams } from 'react-router-dom';
import type { CauseSummary } from '../../shapes';
import { AppChoice, DAYS } from '../components/Choice';
import { type Column, DataTable } from '../components/DataTable';
import { orEmpty, percentText } from '../data/figures';
import { useCauses, useOverview } from '../data/queries';

/** Of each error in the list; its own screen shows all. */
const PAGES_SHOWN = 3;

const locationText = ({ location }: CauseSummary): string => {
  const frame = location.frames[location.at];
  return frame ? `${frame.file}:${frame.line}` : '';
};

const titleOf = ({ name, message }: CauseSummary): string => [name, message].filter(Boolean).join(': ') || 'Unnamed';

const listed = (counts: CauseSummary['versions']): string => counts.map(({ what }) => what).join(', ');

/** @param live versions that are live, by app */
const columnsOf = (live: ReadonlyMap<string, string>): Column<CauseSummary>[] => [
  {
    header: 'Error',
    value: titleOf,
    show: (cause) => (
      <>
        <Link to={`/errors/${cause.id}`}>{titleOf(cause)}</Link>
        {locationText(cause) && (
          <span className="location">
            <code>{locationText(cause)}</code>
          </span>
        )}
      </>
    ),
  },
  { header: 'Location', value: locationText, isHidden: true },
  { header: 'App', value: ({ app }) => app, show: ({ app }) => <code>{app}</code> },
  {
    header: 'State',
    value: ({ expected, app, firstVersion }) =>
      expected ? 'Expected' : live.get(app) === firstVersion ? 'New in live' : 'Open',
    show: ({ expected, app, firstVersion }) => {
      if (expected) return <State kind="accent">Expected</State>;
      const isNew = live.get(app) === firstVersion;
      return <State kind={isNew ? 'bad' : 'warn'}>{isNew ? 'New in live' : 'Open'}</State>;
    },
  },
  { header: 'Times', value: ({ count }) => count, isNumber: true },
  {
    header: 'Per visit',
    value: ({ share }) => orEmpty(share),
    show: ({ share }) => percentText(share),
    isNumber: true,
  },
  { header: 'Browsers', value: ({ browsers }) => listed(browsers) },
  {
    header: 'Pages',
    value: ({ pages }) => listed(pages),
    show: ({ pages }) => (
      <span className="codes">
        {pages.slice(0, PAGES_SHOWN).map(({ what }) => (
          <code key={what}>{what}</code>
        ))}
        {pages.length > PAGES_SHOWN && `and ${pages.length - PAGES_SHOWN} more`}
      </span>
    ),
  },
  { header: 'First seen', value: ({ firstSeen }) => firstSeen, show: ({ firstSeen }) => <Time at={firstSeen} /> },
  { header: 'Last seen', value: ({ lastSeen }) => lastSeen, show: ({ lastSeen }) => <Time at={lastSeen} /> },
];

/** Errors of browsers and of the server, by cause. */
export function ErrorsScreen() {
  const [search, setSearch] = useSearchParams();
  const app = search.get('app') ?? '';
  const days = search.get('days') ?? '7';
  const live = new Map(useOverview().data?.apps.map((one) => [one.app, one.live?.version ?? '']));
  const choose = (changed: Record<string, string>) =>
    setSearch(
      Object.entries({ app, days, ...changed }).filter(([, value]) => value !== ''),
      { replace: true },
    );
  return (
    <Screen title="Errors">
      <p className="hint">
        What broke in browsers and on the server, by cause. A network counts once in ten seconds; addresses, texts and
        numbers of visitors are not kept.
      </p>
      <div className="choices">
        <AppChoice value={app} onChoose={(chosen) => choose({ app: chosen })} />
        <SelectField label="Seen within" value={days} options={DAYS} onChange={(chosen) => choose({ days: chosen })} />
      </div>
      <Loaded query={useCauses({ app: app || undefined, days: Number(days) })}>
        {({ causes }) => (
          <DataTable
            name="Errors"
            rows={causes}
            columns={columnsOf(live)}
            canFilter={causes.length > 8}
            empty="No error was seen within these days."
          />
        )}
      </Loaded>
    </Screen>
  );
}
