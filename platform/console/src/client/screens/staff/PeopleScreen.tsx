import { Link } from 'react-router-dom';
import { Loaded } from '../../components/Loaded';
import { InviteForm } from '../../components/people/InviteForm';
import { Screen } from '../../components/Screen';
import { Time } from '../../components/Time';
import { type Column, DataTable } from '../../components/tables/DataTable';
import { type KnownPerson, type Me, usePeople } from '../../data/queries/queries';

const COLUMNS: Column<KnownPerson>[] = [
  { header: 'Name', value: ({ name }) => name, show: ({ id, name }) => <Link to={`/people/${id}`}>{name}</Link> },
  { header: 'Rights', value: ({ rights }) => rights.join(', ') },
  {
    header: 'Access',
    value: ({ endedAt }) => (endedAt ? 'Ended' : 'Open'),
    show: ({ endedAt }) => (
      <span className="state" data-kind={endedAt ? 'warn' : 'good'}>
        {endedAt ? 'Ended' : 'Open'}
      </span>
    ),
  },
  { header: 'Came by', value: ({ issuer }) => issuer },
  { header: 'Last seen', value: ({ seenAt }) => seenAt ?? '', show: ({ seenAt }) => <Time at={seenAt} /> },
  { header: 'Sessions', value: ({ sessions }) => sessions, isNumber: true },
  { header: 'Passkeys', value: ({ passkeys }) => passkeys, isNumber: true },
];

/** Who may come in, and what they may do. */
export function PeopleScreen({ me }: { me: Me }) {
  return (
    <Screen title="People">
      {me.asksAgainBy === 'passkey' ? (
        <InviteForm me={me} />
      ) : (
        <p>People come by the identity provider; OIDC_RIGHTS gives rights to its groups.</p>
      )}
      <h2>Who may come in</h2>
      <Loaded query={usePeople()}>
        {({ people }) => <DataTable name="People" rows={people} columns={COLUMNS} empty="Nobody came in yet." />}
      </Loaded>
    </Screen>
  );
}
