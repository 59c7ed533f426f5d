import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import { Loaded } from '../../components/Loaded';
import { AccessDialog } from '../../components/people/AccessDialog';
import { PasskeysTable } from '../../components/people/PasskeysTable';
import { RightsDialog } from '../../components/people/RightsDialog';
import { SessionsTable } from '../../components/people/SessionsTable';
import { Screen } from '../../components/Screen';
import { Time } from '../../components/Time';
import { get } from '../../data/api';
import { type KnownPerson, type Me, type Mine, usePeople } from '../../data/queries/queries';

function Person({ me, person }: { me: Me; person: KnownPerson }) {
  const client = useQueryClient();
  const [dialog, setDialog] = useState<'rights' | 'access'>();
  const { id, name, rights, endedAt, seenAt, issuer } = person;
  const path = `/sign-in/people/${id}/sessions`;
  const ways = useQuery({ queryKey: ['people', id], queryFn: () => get<Mine>(path) });
  const onDone = () =>
    Promise.all([client.invalidateQueries({ queryKey: ['people'] }), client.invalidateQueries({ queryKey: ['me'] })]);
  const common = { me, person, onDone, onClose: () => setDialog(undefined) };
  return (
    <>
      <dl className="live-release">
        <dt>Rights</dt>
        <dd>{rights.join(', ') || 'none'}</dd>
        <dt>Access</dt>
        <dd>
          {endedAt ? (
            <>
              ended <Time at={endedAt} />
            </>
          ) : (
            'open'
          )}
        </dd>
        <dt>Came by</dt>
        <dd>{issuer}</dd>
        <dt>Last seen</dt>
        <dd>
          <Time at={seenAt} />
        </dd>
      </dl>
      <p className="actions">
        {me.asksAgainBy === 'passkey' && (
          <button type="button" onClick={() => setDialog('rights')}>
            Change the rights of {name}
          </button>
        )}
        {id !== me.person.id && (
          <button type="button" className={endedAt ? '' : 'danger'} onClick={() => setDialog('access')}>
            {endedAt ? 'Open' : 'End'} the access of {name}
          </button>
        )}
      </p>
      <Loaded query={ways}>
        {({ sessions, passkeys }) => (
          <>
            <h2>Sessions</h2>
            <SessionsTable
              me={me}
              person={person}
              sessions={sessions}
              pathOf={(session) => `${path}/${session}/end`}
              onDone={onDone}
            />
            {me.asksAgainBy === 'passkey' && (
              <>
                <h2>Passkeys</h2>
                <PasskeysTable
                  me={me}
                  person={person}
                  passkeys={passkeys}
                  pathOf={(passkey) => `/sign-in/people/${id}/passkeys/${encodeURIComponent(passkey)}/remove`}
                  onDone={onDone}
                />
              </>
            )}
          </>
        )}
      </Loaded>
      {dialog === 'rights' && <RightsDialog {...common} />}
      {dialog === 'access' && <AccessDialog {...common} />}
    </>
  );
}

/** One person: rights, access, sessions and passkeys. */
export function PersonScreen({ me }: { me: Me }) {
  const { id } = useParams();
  const query = usePeople();
  const person = query.data?.people.find((one) => one.id === id);
  return (
    <Screen title={person?.name ?? 'Person'}>
      <Loaded query={query}>
        {() =>
          person ? (
            <Person key={person.id} me={me} person={person} />
          ) : (
            <p className="empty">There is no such person.</p>
          )
        }
      </Loaded>
    </Screen>
  );
}
