import { Link, useParams, useSearchParams } from 'react-router-dom';
import type { ReleaseDetails } from '../../../shapes';
import { Loaded } from '../../components/Loaded';
import { Screen } from '../../components/Screen';
import { Time } from '../../components/Time';
import { type Column, DataTable } from '../../components/tables/DataTable';
import { compareReleases, type Difference } from '../../data/compare';
import { useRelease } from '../../data/queries/queries';

const COLUMNS: Column<Difference>[] = [
  { header: 'What', value: ({ what }) => what },
  { header: 'Name', value: ({ name }) => name, show: ({ name }) => <code>{name}</code> },
  { header: 'Before', value: ({ before }) => before },
  { header: 'After', value: ({ after }) => after },
];

function Facts({ title, release }: { title: string; release: ReleaseDetails }) {
  const { version, builtAt, key, verification } = release;
  return (
    <section>
      <h2>
        {title} <code>{version}</code>
      </h2>
      <p>
        Built <Time at={builtAt} />
        {key && (
          <>
            , signed by <code>{key}</code>
          </>
        )}
        .
      </p>
      {verification ? (
        <p>
          The gate: {verification.held.join(', ') || 'nothing'} held
          {verification.skipped.length > 0 && `; left out: ${verification.skipped.join(', ')} (${verification.reason})`}
          .
        </p>
      ) : (
        <p>The history holds nothing of a gate.</p>
      )}
    </section>
  );
}

/** Two releases of an app side by side. */
export function CompareScreen() {
  const { app = '' } = useParams();
  const [query] = useSearchParams();
  const before = useRelease(app, query.get('from') ?? '');
  const after = useRelease(app, query.get('to') ?? '');
  return (
    <Screen title={`Two releases of ${app}`}>
      <p>
        <Link to={`/apps/${app}`}>Back to {app}</Link>
      </p>
      <Loaded query={before}>
        {(one) => (
          <Loaded query={after}>
            {(other) => (
              <>
                <div className="sides">
                  <Facts title="Before" release={one} />
                  <Facts title="After" release={other} />
                </div>
                <DataTable
                  name={`Differences of ${app}`}
                  rows={compareReleases(one, other)}
                  columns={COLUMNS}
                  empty="These releases differ in nothing that visitors load."
                />
              </>
            )}
          </Loaded>
        )}
      </Loaded>
    </Screen>
  );
}
