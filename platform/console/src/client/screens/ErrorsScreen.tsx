import { SelectField } from '@wholepage/staff-kit/browser/forms';
import { Loaded, Screen } from '@wholepage/staff-kit/browser/screen';
import { codeColumn, stateColumn, timeColumn } from '@wholepage/staff-kit/browser/table';
import { Link } from 'react-router-dom';
import type { CauseSummary } from '../../shapes';
import { AppChoice, DAYS, useChoices } from '../components/Choice';
import { type Column, DataTable } from '../components/DataTable';
import { orEmpty, percentText } from '../data/figures';
import { useFiltered, useOverview } from '../data/queries';

/** Of each error in the list; its own screen shows all. */
const PAGES_SHOWN = 3;

const locationText = ({ location }: CauseSummary): string => {
  const frame = location.frames[location.at];
  return frame ? `${frame.file}:${frame.line}` : '';
};

const titleOf = ({ name, message }: CauseSummary): string => [name, message].filter(Boolean).join(': ') || 'Unnamed';

const listed = (counts: CauseSummary['versions']): string => counts.map(({ what }) => what).join(', ');

const KIND = { Expected: 'accent', 'New in live': 'bad', Open: 'warn' } as const;

const stateOf = ({ expected, app, firstVersion }: CauseSummary, live: ReadonlyMap<string, string>) => {
  if (expected) return 'Expected';
  return live.get(app) === firstVersion ? 'New in live' : 'Open';
};

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
  codeColumn('App', ({ app }) => app),
  stateColumn(
    'State',
    (cause) => stateOf(cause, live),
    (cause) => KIND[stateOf(cause, live)],
  ),
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
  timeColumn('First seen', ({ firstSeen }) => firstSeen),
  timeColumn('Last seen', ({ lastSeen }) => lastSeen),
];

export function ErrorsScreen() {
  const { chosen, choose } = useChoices({ app: '', days: '7' });
  const live = new Map(useOverview().data?.apps.map((one) => [one.app, one.live?.version ?? '']));
  return (
    <Screen title="Errors">
      <p className="hint">
        What broke in browsers and on the server, by cause. A network counts once in ten seconds; addresses, texts and
        numbers of visitors are not kept.
      </p>
      <div className="choices">
        <AppChoice value={chosen.app} onChoose={choose('app')} />
        <SelectField label="Seen within" value={chosen.days} options={DAYS} onChange={choose('days')} />
      </div>
      <Loaded query={useFiltered<{ causes: CauseSummary[] }>('/api/errors', chosen)}>
        {({ causes }) => (
          <DataTable
            name="Errors"
            rows={causes}
            columns={columnsOf(live)}
            empty="No error was seen within these days."
          />
        )}
      </Loaded>
    </Screen>
  );
}
