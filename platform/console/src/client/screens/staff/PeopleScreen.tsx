import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Command } from '../../components/Command';
import { Loaded } from '../../components/Loaded';
import { InviteForm } from '../../components/people/InviteForm';
import { SayWho } from '../../components/people/SayWho';
import { Screen } from '../../components/Screen';
import { Time } from '../../components/Time';
import { type Column, DataTable } from '../../components/tables/DataTable';
import { ApiError, post } from '../../data/api';
import { type KnownPerson, type Me, usePeople } from '../../data/queries';

/** Who may come in, and what they may do. */
export function PeopleScreen({ me }: { me: Me }) {
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: ({ id, verb }: { id: string; verb: 'end' | 'open' }) =>
      post(`/sign-in/people/${id}/${verb}`, {}, me.csrf),
    onSuccess: () => client.invalidateQueries({ queryKey: ['people'] }),
  });
  const columns: Column<KnownPerson>[] = [
    { header: 'Name', value: ({ name }) => name },
    { header: 'Rights', value: ({ rights }) => rights.join(', ') },
    { header: 'Came by', value: ({ issuer }) => issuer },
    { header: 'Last seen', value: ({ seenAt }) => seenAt ?? '', show: ({ seenAt }) => <Time at={seenAt} /> },
    { header: 'Sessions', value: ({ sessions }) => sessions, isNumber: true },
    { header: 'Passkeys', value: ({ passkeys }) => passkeys, isNumber: true },
    {
      header: 'Access',
      value: ({ endedAt }) => (endedAt ? 'ended' : 'open'),
      show: ({ id, name, endedAt }) => (
        <button type="button" onClick={() => change.mutate({ id, verb: endedAt ? 'open' : 'end' })}>
          {endedAt ? 'Open' : 'End'} the access of {name}
        </button>
      ),
    },
  ];
  const mustSayWho = change.error instanceof ApiError && change.error.code === 'sign-in-again';
  return (
    <Screen title="People">
      {me.asksAgainBy === 'passkey' ? (
        <InviteForm me={me} />
      ) : (
        <p>People come by the identity provider; OIDC_RIGHTS gives rights to its groups.</p>
      )}
      {change.error && (
        <p role="alert" className="failure">
          {change.error.message}
        </p>
      )}
      {mustSayWho && <SayWho me={me} onDone={() => change.reset()} />}
      <Loaded query={usePeople()}>
        {({ people }) => <DataTable name="People" rows={people} columns={columns} empty="Nobody came in yet." />}
      </Loaded>
      <p className="hint">The command that invites somebody:</p>
      <Command text="npm run console -- invite NAME --right admin" />
    </Screen>
  );
}
