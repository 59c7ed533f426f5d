import { useGet } from '@wholepage/staff-kit/browser/calls';
import { counted, Loaded, Screen } from '@wholepage/staff-kit/browser/screen';
import { codeColumn, timeColumn } from '@wholepage/staff-kit/browser/table';
import { Link } from 'react-router-dom';
import type { FragmentSummary } from '../../shapes';
import { AppChoice, useChoices } from '../components/Choice';
import { type Column, DataTable } from '../components/DataTable';
import { OBSERVED_KEY } from '../data/queries';

const holdersOf = ({ heldBy }: FragmentSummary): string[] => heldBy.map(({ app, page }) => `${app} ${page}`);

const COLUMNS: Column<FragmentSummary>[] = [
  codeColumn('Fragment', ({ app, name }) => `${app}/${name}`),
  codeColumn('Live release', ({ version }) => version, 'none'),
  { header: 'Comes', value: ({ when }) => when },
  {
    header: 'Held by',
    value: (fragment) => holdersOf(fragment).join(', '),
    show: ({ heldBy }) =>
      heldBy.length === 0 ? (
        'no page within a week'
      ) : (
        <ul className="holders">
          {heldBy.map(({ app, page }) => (
            <li key={`${app} ${page}`}>
              <code>{page}</code> of <Link to={`/apps/${app}`}>{app}</Link>
            </li>
          ))}
        </ul>
      ),
  },
  timeColumn('Last made', ({ seenAt }) => seenAt),
];

/** Says in a sentence which other apps' pages a release of this app touches. */
function touchedText(app: string, fragments: readonly FragmentSummary[]): string {
  const pages = new Set(
    fragments
      .filter((fragment) => fragment.app === app)
      .flatMap(holdersOf)
      .filter((page) => !page.startsWith(`${app} `)),
  );
  const apps = new Set([...pages].map((page) => page.split(' ')[0]));
  if (pages.size === 0) return `A release of ${app} touches no page of other apps.`;
  return `A release of ${app} touches ${counted(pages.size, 'page')} of ${[...apps].join(', ')}, beside its own.`;
}

export function FragmentsScreen() {
  const { chosen, choose } = useChoices({ app: '' });
  const { app } = chosen;
  return (
    <Screen title="Fragments">
      <p className="hint">Pieces of pages that other apps hold, as composers made them within a week.</p>
      <div className="choices">
        <AppChoice value={app} onChoose={choose('app')} />
      </div>
      <Loaded query={useGet<{ fragments: FragmentSummary[] }>([OBSERVED_KEY, 'fragments'], '/api/fragments')}>
        {({ fragments }) => (
          <>
            {app && <p>{touchedText(app, fragments)}</p>}
            <DataTable
              name="Fragments"
              rows={fragments.filter((one) => app === '' || one.app === app || one.heldBy.some((by) => by.app === app))}
              columns={COLUMNS}
              empty="No live release declares a fragment, and no page holds one."
            />
          </>
        )}
      </Loaded>
    </Screen>
  );
}
