import { Link, useParams } from 'react-router-dom';
import type { CauseDetails, Counted } from '../../../observed';
import { Breadcrumbs } from '../../components/Breadcrumbs';
import { ExpectForm } from '../../components/ExpectForm';
import { Loaded } from '../../components/Loaded';
import { Screen } from '../../components/Screen';
import { SourceLines } from '../../components/SourceLines';
import { Time } from '../../components/Time';
import { type Column, DataTable } from '../../components/tables/DataTable';
import { percentText } from '../../data/figures';
import { mayRelease } from '../../data/may';
import { useCause } from '../../data/queries/observed-queries';
import type { Me } from '../../data/queries/queries';

const countedAs = (header: string): Column<Counted>[] => [
  { header, value: ({ what }) => what },
  { header: 'Times', value: ({ count }) => count, isNumber: true },
];

const DAYS: Column<{ day: string; count: number }>[] = [
  { header: 'Day', value: ({ day }) => day },
  { header: 'Times', value: ({ count }) => count, isNumber: true },
];

function Commit({ commit }: { commit: string }) {
  return commit.startsWith('https://') ? <a href={commit}>{commit}</a> : <code>{commit}</code>;
}

function Facts({ cause }: { cause: CauseDetails }) {
  const { app, firstSeen, lastSeen, firstVersion, count, verified, share, commit } = cause;
  return (
    <dl className="live-release">
      <dt>App</dt>
      <dd>
        <Link to={`/apps/${app}`}>{app}</Link>
      </dd>
      <dt>Seen</dt>
      <dd>
        {count.toLocaleString()} times, {verified.toLocaleString()} of them proved by a page view or the server;{' '}
        {percentText(share)} of visits
      </dd>
      <dt>First</dt>
      <dd>
        <Time at={firstSeen} />, in <code>{firstVersion}</code>
      </dd>
      {commit && (
        <>
          <dt>Commit</dt>
          <dd>
            <Commit commit={commit} />
          </dd>
        </>
      )}
      <dt>Last</dt>
      <dd>
        <Time at={lastSeen} />
      </dd>
    </dl>
  );
}

function Cause({ me, cause }: { me: Me; cause: CauseDetails }) {
  const { message, versions, browsers, pages, phases, days, place, before } = cause;
  const tables = [
    ['Release', 'Releases', versions],
    ['Page', 'Pages', pages],
    ['Browser', 'Browsers', browsers],
    ['Phase', 'Phases', phases],
  ] as const;
  return (
    <>
      <p className="message">{message || 'The browser gave no message.'}</p>
      <Facts cause={cause} />
      <h2>Place</h2>
      <SourceLines place={place} />
      <h2>What happened before</h2>
      <Breadcrumbs before={before} />
      <h2>Where it was seen</h2>
      <div className="sides">
        {tables.map(([header, name, rows]) => (
          <DataTable key={header} name={name} rows={rows} columns={countedAs(header)} empty="It was not seen lately." />
        ))}
        <DataTable name="Days" rows={days} columns={DAYS} empty="It was not seen lately." />
      </div>
      {mayRelease(me, cause.app) && (
        <>
          <h2>Expected</h2>
          <ExpectForm me={me} cause={cause} />
        </>
      )}
    </>
  );
}

/** One cause of errors: its place in the sources, and where it was seen. */
export function ErrorScreen({ me }: { me: Me }) {
  const { id = '' } = useParams();
  const query = useCause(id);
  return (
    <Screen title={query.data?.name || 'Error'}>
      <Loaded query={query}>{(cause) => <Cause me={me} cause={cause} />}</Loaded>
    </Screen>
  );
}
