import { useMutation, useQueryClient } from '@tanstack/react-query';
import { mustSignInAgain, registerPasskey } from '@wholepage/sign-in/browser/passkeys';
import { useId, useState } from 'react';
import { consoleCommand } from '../../command';
import { SayWho } from '../components/ActDialog';
import { Command, Loaded, Screen } from '../components/Screen';
import { PasskeysTable, SessionsTable } from '../components/Sessions';
import { type Me, post, useMine } from '../data/queries';

/** The person's own rights, sessions and passkeys. */
export function AccountScreen({ me }: { me: Me }) {
  const client = useQueryClient();
  const field = useId();
  const [keyName, setKeyName] = useState('');
  const refresh = () => client.invalidateQueries({ queryKey: ['mine'] });
  const addKey = useMutation({ mutationFn: () => registerPasskey(keyName, me.csrf), onSuccess: refresh });
  const signOut = useMutation({
    mutationFn: () => post<{ location: string }>('/sign-in/out', {}, me.csrf),
    onSuccess: ({ location: next }) => location.assign(next),
  });
  const error = addKey.error ?? signOut.error;
  return (
    <Screen title={me.person.name}>
      <p className="facts">
        {me.person.rights.join(', ')} · signed in until {new Date(me.endsAt).toLocaleString()} at the latest, or for 30
        minutes of rest
      </p>
      <p className="actions">
        <button type="button" onClick={() => signOut.mutate()}>
          Sign out
        </button>
      </p>
      <p className="hint">The command that ends this session:</p>
      <Command text={consoleCommand('end-session', me.person.id, `--session=${me.session}`)} />
      {error && (
        <p role="alert" className="failure">
          {error.message}
        </p>
      )}
      <Loaded query={useMine()}>
        {(mine) => (
          <>
            <h2>Sessions</h2>
            <SessionsTable
              me={me}
              person={me.person}
              sessions={mine.sessions}
              pathOf={(session) => `/sign-in/sessions/${session}/end`}
              onDone={refresh}
            />
            {me.asksAgainBy === 'passkey' && (
              <>
                <h2>Passkeys</h2>
                <PasskeysTable
                  me={me}
                  person={me.person}
                  passkeys={mine.passkeys}
                  pathOf={(passkey) => `/sign-in/passkeys/${encodeURIComponent(passkey)}/remove`}
                  onDone={refresh}
                />
                <form
                  className="inline"
                  onSubmit={(event) => {
                    event.preventDefault();
                    addKey.mutate();
                  }}
                >
                  <label htmlFor={field}>Name of the new passkey</label>
                  <input
                    id={field}
                    value={keyName}
                    required
                    maxLength={60}
                    onChange={(event) => setKeyName(event.target.value)}
                  />
                  <p className="hint">No command does this: the key lies in the device that you sign in with.</p>
                  {mustSignInAgain(addKey.error) && <SayWho me={me} onDone={() => addKey.reset()} />}
                  <button type="submit">Add a passkey</button>
                </form>
              </>
            )}
          </>
        )}
      </Loaded>
    </Screen>
  );
}
