import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../components/Loaded';
import { type Column, ListTable } from '../../components/list/ListTable';
import { Screen } from '../../components/Screen';
import { Time } from '../../components/Time';
import { json } from '../../data/api';
import { useMe } from '../../data/me';
import { Invite } from './people/Invite';
import { PersonSection } from './people/PersonSection';
import type { Person } from './people/person';

const columnsOf = (open: string | undefined, onOpen: (id: string | undefined) => void): Column<Person>[] => [
  { header: 'Name', show: ({ name }) => name },
  { header: 'Rights', show: ({ rights }) => rights.join(', ') },
  {
    header: 'Access',
    show: ({ endedAt }) => (
      <span className="state" data-kind={endedAt ? 'warn' : 'good'}>
        {endedAt ? 'Ended' : 'Open'}
      </span>
    ),
  },
  { header: 'Last seen', show: ({ seenAt }) => <Time at={seenAt} /> },
  { header: 'Sessions', isNumber: true, show: ({ sessions }) => sessions },
  { header: 'Passkeys', isNumber: true, show: ({ passkeys }) => passkeys },
  {
    header: 'Manage',
    show: ({ id, name }) => (
      <button type="button" aria-expanded={open === id} onClick={() => onOpen(open === id ? undefined : id)}>
        Manage {name}
      </button>
    ),
  },
];

/** Who may come in, and what they may do. */
export function PeopleScreen() {
  const me = useMe();
  const client = useQueryClient();
  const [open, setOpen] = useState<string>();
  const people = useQuery({
    queryKey: ['people'],
    queryFn: () => json<{ people: Person[] }>('GET', '/sign-in/people'),
  });
  const onDone = () => {
    void client.invalidateQueries({ queryKey: ['people'] });
    void client.invalidateQueries({ queryKey: ['me'] });
  };
  return (
    <Screen title="People">
      <Loaded query={people}>
        {(answer) => {
          const person = answer.people.find(({ id }) => id === open);
          return (
            <>
              <ListTable
                caption="People"
                rows={answer.people}
                columns={columnsOf(open, setOpen)}
                idOf={({ id }) => id}
              />
              {person && <PersonSection key={person.id} person={person} onDone={onDone} />}
            </>
          );
        }}
      </Loaded>
      {me.asksAgainBy === 'passkey' ? (
        <Invite />
      ) : (
        <p>People come by the identity provider; OIDC_RIGHTS gives rights to its groups.</p>
      )}
    </Screen>
  );
}
