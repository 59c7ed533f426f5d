import { useQuery } from '@tanstack/react-query';
import { json } from '@wholepage/staff-kit/browser/calls';
import { Loaded, Screen, Time } from '@wholepage/staff-kit/browser/screen';
import { Link, useSearchParams } from 'react-router-dom';
import type { FragmentSummary } from '../../shapes';
import { AppChoice } from '../components/Choice';
import { type Column, DataTable } from '../components/DataTable';
import { OBSERVED_KEY } from '../data/queries';

const holdersOf = ({ heldBy }: FragmentSummary): string => heldBy.map(({ app, page }) => `${app} ${page}`).join(', ');

const COLUMNS: Column<FragmentSummary>[] = [
  {
    header: 'Fragment',
    value: ({ app, name }) => `${app}/${name}`,
    show: ({ app, name }) => <code>{`${app}/${name}`}</code>,
  },
  { header: 'Live release', value: ({ version }) => version, show: ({ version }) => <code>{version || 'none'}</code> },
  { header: 'Comes', value: ({ when }) => when },
  {
    header: 'Held by',
    value: holdersOf,
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
  { header: 'Last made', value: ({ seenAt }) => seenAt ?? '', show: ({ seenAt }) => <Time at={seenAt} /> },
];

/** What a release of this app would touch beyond its own pages, in a sentence. */
function touchedText(app: string, fragments: readonly FragmentSummary[]): string {
  const pages = new Set(
    fragments
      .filter((fragment) => fragment.app === app)
      .flatMap(({ heldBy }) => heldBy.filter((holder) => holder.app !== app).map(holdersKey)),
  );
  const apps = new Set([...pages].map((page) => page.split(' ')[0]));
  if (pages.size === 0) return `A release of ${app} touches no page of other apps.`;
  const pagesText = pages.size === 1 ? '1 page' : `${pages.size} pages`;
  return `A release of ${app} touches ${pagesText} of ${[...apps].join(', ')}, beside its own.`;
}

const holdersKey = ({ app, page }: { app: string; page: string }): string => `${app} ${page}`;

/** Who holds whose fragments. */
export function FragmentsScreen() {
  const [search, setSearch] = useSearchParams();
  const app = search.get('app') ?? '';
  const query = useQuery({
    queryKey: [OBSERVED_KEY, 'fragments'],
    queryFn: () => json<{ fragments: FragmentSummary[] }>('GET', '/api/fragments'),
  });
  return (
    <Screen title="Fragments">
      <p className="hint">Pieces of pages that other apps hold, as composers made them within a week.</p>
      <div className="choices">
        <AppChoice value={app} onChoose={(chosen) => setSearch(chosen ? { app: chosen } : {}, { replace: true })} />
      </div>
      <Loaded query={query}>
        {({ fragments }) => (
          <>
            {app && <p>{touchedText(app, fragments)}</p>}
            <DataTable
              name="Fragments"
              rows={fragments.filter((one) => app === '' || one.app === app || one.heldBy.some((by) => by.app === app))}
              columns={COLUMNS}
              canFilter={fragments.length > 8}
              empty="No live release declares a fragment, and no page holds one."
            />
          </>
        )}
      </Loaded>
    </Screen>
  );
}
