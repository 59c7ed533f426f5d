import { useQuery, useQueryClient } from '@tanstack/react-query';
import { mustSignInAgain, registerPasskey } from '@wholepage/sign-in/browser/passkeys';
import { useState } from 'react';
import { TextField } from '../../components/fields/TextField';
import { Failure, Loaded, sending } from '../../components/Loaded';
import { type Column, ListTable } from '../../components/list/FilteredList';
import { Screen } from '../../components/Screen';
import { Time } from '../../components/Time';
import { askingWho, json } from '../../data/api';
import { moment } from '../../data/format';
import { useMe } from '../../data/me';
import { useAct } from '../../data/use-act';
import type { Ways } from './PeopleScreen';
import { SessionsTable } from './PeopleScreen';

/** The person's own rights, sessions and passkeys. */
export function AccountScreen() {
  const me = useMe();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const mine = useQuery({ queryKey: ['mine'], queryFn: () => json<Ways>('GET', '/sign-in/mine') });
  const refresh = { onSuccess: () => void client.invalidateQueries({ queryKey: ['mine'] }) };
  const change = useAct({ act: (path: string) => json('POST', path, {}) });
  const addKey = useAct({
    act: () => askingWho((csrf) => registerPasskey(name, csrf), mustSignInAgain),
    done: 'The passkey is added.',
  });
  const signOut = useAct({ act: () => json<{ location: string }>('POST', '/sign-in/out', {}) });
  const passkeys: Column<Ways['passkeys'][number]>[] = [
    { header: 'Passkey', show: (key) => key.name },
    { header: 'Made', show: ({ createdAt }) => <Time at={createdAt} /> },
    { header: 'Last used', show: ({ usedAt }) => <Time at={usedAt} /> },
    {
      header: 'Remove',
      show: (key) => (
        <button
          type="button"
          onClick={() => change.mutate(`/sign-in/passkeys/${encodeURIComponent(key.id)}/remove`, refresh)}
        >
          Remove the passkey {key.name}
        </button>
      ),
    },
  ];
  return (
    <Screen
      title={me.person.name}
      actions={
        <button
          type="button"
          onClick={() => signOut.mutate(undefined, { onSuccess: ({ location: next }) => location.assign(next) })}
        >
          Sign out
        </button>
      }
    >
      <p className="hint">
        {me.person.rights.join(', ')} · signed in until {moment(me.endsAt)} at the latest, or for 30 minutes of rest
      </p>
      <Failure error={change.error ?? addKey.error ?? signOut.error} />
      <Loaded query={mine}>
        {(answer) => (
          <>
            <h2>Sessions</h2>
            <SessionsTable
              caption="Your sessions"
              sessions={answer.sessions}
              pathOf={(session) => `/sign-in/sessions/${session}/end`}
              onDone={refresh.onSuccess}
            />
            {me.asksAgainBy === 'passkey' && (
              <>
                <h2>Passkeys</h2>
                {answer.passkeys.length === 0 ? (
                  <p className="hint">You have none. With a passkey you need no link the next time.</p>
                ) : (
                  <ListTable caption="Your passkeys" rows={answer.passkeys} columns={passkeys} idOf={({ id }) => id} />
                )}
                <form className="sheet" onSubmit={sending(addKey, refresh)}>
                  <TextField label="Name of the new passkey" value={name} required maxLength={60} onChange={setName} />
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
