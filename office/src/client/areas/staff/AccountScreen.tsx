import { useQuery, useQueryClient } from '@tanstack/react-query';
import { registerPasskey } from '@wholepage/sign-in/browser/passkeys';
import { useState } from 'react';
import { Failure } from '../../components/Failure';
import { TextField } from '../../components/fields/TextField';
import { Loaded } from '../../components/Loaded';
import { type Column, ListTable } from '../../components/list/ListTable';
import { Screen } from '../../components/Screen';
import { Time } from '../../components/Time';
import { json } from '../../data/api';
import { moment } from '../../data/format';
import { useMe } from '../../data/me';
import { useAct } from '../../data/use-act';

interface Mine {
  sessions: { id: string; device: string; address: string; createdAt: string; seenAt: string }[];
  passkeys: { id: string; name: string; createdAt: string; usedAt: string | null }[];
}

/** What a browser says of itself, short. */
const deviceText = (device: string): string =>
  /(Firefox|Edg|Chrome|Safari)\/(\d+)/.exec(device)?.slice(1).join(' ') ?? device.slice(0, 40);

/** The person's own rights, sessions and passkeys. */
export function AccountScreen() {
  const me = useMe();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const mine = useQuery({ queryKey: ['mine'], queryFn: () => json<Mine>('GET', '/sign-in/mine') });
  const refresh = { onSuccess: () => void client.invalidateQueries({ queryKey: ['mine'] }) };
  const change = useAct({ act: (path: string) => json('POST', path, {}) });
  const addKey = useAct({
    act: async () => registerPasskey(name, (await json<{ csrf: string }>('GET', '/sign-in/me')).csrf),
    done: 'The passkey is added.',
  });
  const signOut = useAct({ act: () => json<{ location: string }>('POST', '/sign-in/out', {}) });
  const sessions: Column<Mine['sessions'][number]>[] = [
    { header: 'Device', show: ({ device }) => deviceText(device) },
    { header: 'From', show: ({ address }) => address },
    { header: 'Signed in', show: ({ createdAt }) => <Time at={createdAt} /> },
    { header: 'Last seen', show: ({ seenAt }) => <Time at={seenAt} /> },
    {
      header: 'End',
      show: ({ id, device }) =>
        id === me.session ? (
          'This session'
        ) : (
          <button type="button" onClick={() => change.mutate(`/sign-in/sessions/${id}/end`, refresh)}>
            End the session of {deviceText(device)}
          </button>
        ),
    },
  ];
  const passkeys: Column<Mine['passkeys'][number]>[] = [
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
            <ListTable caption="Your sessions" rows={answer.sessions} columns={sessions} idOf={({ id }) => id} />
            {me.asksAgainBy === 'passkey' && (
              <>
                <h2>Passkeys</h2>
                {answer.passkeys.length === 0 ? (
                  <p className="hint">You have none. With a passkey you need no link the next time.</p>
                ) : (
                  <ListTable caption="Your passkeys" rows={answer.passkeys} columns={passkeys} idOf={({ id }) => id} />
                )}
                <form
                  className="sheet"
                  onSubmit={(event) => {
                    event.preventDefault();
                    if (!addKey.isPending) addKey.mutate(undefined, refresh);
                  }}
                >
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
