import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../../components/Loaded';
import { json } from '../../../data/api';
import { useMe } from '../../../data/me';
import { AccessDialog } from './AccessDialog';
import type { Person, Ways } from './person';
import { RightsDialog } from './RightsDialog';
import { SessionsTable } from './SessionsTable';

/** What can be done about one person. @param onDone has the list asked for again */
export function PersonSection({ person, onDone }: { person: Person; onDone(): void }) {
  const me = useMe();
  const { id, name, endedAt } = person;
  const [dialog, setDialog] = useState<'rights' | 'access'>();
  const path = `/sign-in/people/${id}/sessions`;
  const ways = useQuery({ queryKey: ['people', id], queryFn: () => json<Ways>('GET', path) });
  const common = {
    person,
    onDone: () => {
      setDialog(undefined);
      onDone();
    },
    onClose: () => setDialog(undefined),
  };
  return (
    <section className="sheet" aria-labelledby={`person-${id}`}>
      <h2 id={`person-${id}`}>{name}</h2>
      <div className="actions">
        {me.asksAgainBy === 'passkey' && (
          <button type="button" onClick={() => setDialog('rights')}>
            Change the rights of {name}
          </button>
        )}
        {id !== me.id && (
          <button type="button" className={endedAt ? '' : 'danger'} onClick={() => setDialog('access')}>
            {endedAt ? 'Open' : 'End'} the access of {name}
          </button>
        )}
      </div>
      <Loaded query={ways}>
        {({ sessions }) =>
          sessions.length > 0 ? (
            <SessionsTable
              caption={`Sessions of ${name}`}
              sessions={sessions}
              pathOf={(session) => `${path}/${session}/end`}
              onDone={onDone}
            />
          ) : (
            <p className="hint">{name} is not signed in.</p>
          )
        }
      </Loaded>
      {dialog === 'rights' && <RightsDialog {...common} />}
      {dialog === 'access' && <AccessDialog {...common} />}
    </section>
  );
}
