import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Failure } from '../../components/Failure';
import { SelectField } from '../../components/fields/SelectField';
import { TextField } from '../../components/fields/TextField';
import { Loaded } from '../../components/Loaded';
import { type Column, ListTable } from '../../components/list/ListTable';
import { Screen } from '../../components/Screen';
import { Time } from '../../components/Time';
import { json } from '../../data/api';
import { useMe } from '../../data/me';
import { useAct } from '../../data/use-act';

interface Person {
  id: string;
  name: string;
  rights: string[];
  endedAt: string | null;
  seenAt: string | null;
  sessions: number;
  passkeys: number;
}

const RIGHTS = [
  ['desk', 'desk: enquiries, enrolments and orders'],
  ['writer', 'writer: the blog alone'],
  ['owner', 'owner: everything, refunds and people too'],
] as const;

function Invite() {
  const [name, setName] = useState('');
  const [right, setRight] = useState('desk');
  const invite = useAct({ act: () => json<{ link: string }>('POST', '/sign-in/people/invite', { name, right }) });
  return (
    <form
      className="sheet"
      onSubmit={(event) => {
        event.preventDefault();
        if (!invite.isPending) invite.mutate();
      }}
    >
      <h2>Invite somebody</h2>
      <TextField label="Name" value={name} required maxLength={100} onChange={setName} />
      <SelectField label="Right" value={right} options={RIGHTS} onChange={setRight} />
      <Failure error={invite.error} />
      <button type="submit" className="primary" disabled={invite.isPending}>
        Invite {name || 'somebody'}
      </button>
      {invite.data && (
        <div role="status">
          <p>This link signs {name} in once, within 15 minutes. Nobody can see it again.</p>
          <p>
            <code>{invite.data.link}</code>
          </p>
          <button type="button" onClick={() => void navigator.clipboard.writeText(invite.data.link)}>
            Copy the link
          </button>
        </div>
      )}
    </form>
  );
}

/** Who may come in, and what they may do. */
export function PeopleScreen() {
  const me = useMe();
  const client = useQueryClient();
  const people = useQuery({
    queryKey: ['people'],
    queryFn: () => json<{ people: Person[] }>('GET', '/sign-in/people'),
  });
  const change = useAct({
    act: ({ id, verb }: { id: string; verb: 'end' | 'open' }) => json('POST', `/sign-in/people/${id}/${verb}`, {}),
    done: 'Done.',
  });
  const columns: Column<Person>[] = [
    { header: 'Name', show: ({ name }) => name },
    { header: 'Rights', show: ({ rights }) => rights.join(', ') },
    { header: 'Last seen', show: ({ seenAt }) => <Time at={seenAt} /> },
    { header: 'Sessions', isNumber: true, show: ({ sessions }) => sessions },
    { header: 'Passkeys', isNumber: true, show: ({ passkeys }) => passkeys },
    {
      header: 'Access',
      show: ({ id, name, endedAt }) =>
        id === me.id ? (
          'You'
        ) : (
          <button
            type="button"
            onClick={() =>
              change.mutate(
                { id, verb: endedAt ? 'open' : 'end' },
                { onSuccess: () => void client.invalidateQueries({ queryKey: ['people'] }) },
              )
            }
          >
            {endedAt ? 'Open' : 'End'} the access of {name}
          </button>
        ),
    },
  ];
  return (
    <Screen title="People">
      {me.asksAgainBy === 'passkey' ? (
        <Invite />
      ) : (
        <p>People come by the identity provider; OIDC_RIGHTS gives rights to its groups.</p>
      )}
      <Failure error={change.error} />
      <Loaded query={people}>
        {(answer) => <ListTable caption="People" rows={answer.people} columns={columns} idOf={({ id }) => id} />}
      </Loaded>
    </Screen>
  );
}
