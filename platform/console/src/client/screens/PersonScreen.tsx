import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useParams } from 'react-router-dom';
import { consoleCommand } from '../../command';
import { ActDialog } from '../components/ActDialog';
import { Loaded, Screen, Time } from '../components/Screen';
import { PasskeysTable, SessionsTable } from '../components/Sessions';
import { counted } from '../data/figures';
import { get, type KnownPerson, type Me, type Mine, post, usePeople } from '../data/queries';

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

interface AccessDialogProps {
  me: Me;
  person: KnownPerson;
  onDone(): unknown;
  onClose(): void;
}

/** Ends somebody's access, or opens it again. */
function AccessDialog({ me, person, onDone, onClose }: AccessDialogProps) {
  // What it asks stays what it asked when it opened, whatever becomes of the person meanwhile.
  const [{ id, name, endedAt, sessions, passkeys }] = useState(person);
  const verb = endedAt ? 'open' : 'end';
  return (
    <ActDialog
      me={me}
      title={`${endedAt ? 'Open' : 'End'} the access of ${name}`}
      isDangerous={!endedAt}
      consequence={
        endedAt ? (
          <p>{name} may come in again, and needs a new link: 0 passkeys and 0 sessions are left.</p>
        ) : (
          <p>
            {counted(sessions, 'session')} of {name} {sessions === 1 ? 'ends' : 'end'} and{' '}
            {counted(passkeys, 'passkey')} {passkeys === 1 ? 'is' : 'are'} removed at once. Links that nobody used yet
            let nobody in. What {name} did stays in the audit.
          </p>
        )
      }
      command={consoleCommand(`${verb}-access`, id)}
      act={() => post(`/sign-in/people/${id}/${verb}`, {}, me.csrf)}
      onDone={onDone}
      onClose={onClose}
    />
  );
}

interface RightsDialogProps {
  me: Me;
  person: KnownPerson;
  onDone(): unknown;
  onClose(): void;
}

/** Gives somebody other rights. */
function RightsDialog({ me, person: { id, name, rights, sessions }, onDone, onClose }: RightsDialogProps) {
  const field = useId();
  const [text, setText] = useState(rights.join(' '));
  const wanted = text.split(/\s+/).filter(Boolean);
  return (
    <ActDialog
      me={me}
      title={`Change the rights of ${name}`}
      consequence={
        <p>
          {name} holds {rights.join(', ') || 'no right'} now. {counted(sessions, 'open session')}{' '}
          {sessions === 1 ? 'goes' : 'go'} on with the new rights from the next request.
          {id === me.person.id && ' These are your own rights.'}
        </p>
      }
      command={consoleCommand('rights', id, ...wanted.flatMap((right) => ['--right', right]))}
      act={() => post(`/sign-in/people/${id}/rights`, { rights: wanted }, me.csrf)}
      onDone={onDone}
      onClose={onClose}
    >
      <label htmlFor={field}>Rights: viewer, admin, or releaser:APP,APP; a space between two</label>
      <input id={field} value={text} required maxLength={500} onChange={(event) => setText(event.target.value)} />
    </ActDialog>
  );
}
