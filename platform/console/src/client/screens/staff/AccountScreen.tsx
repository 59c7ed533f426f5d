import { useMutation, useQueryClient } from '@tanstack/react-query';
import { registerPasskey } from '@wholepage/sign-in/browser/passkeys';
import { useId, useState } from 'react';
import { Loaded } from '../../components/Loaded';
import { Screen } from '../../components/Screen';
import { Time } from '../../components/Time';
import { type Column, DataTable } from '../../components/tables/DataTable';
import { post } from '../../data/api';
import { type Me, type Mine, useMine } from '../../data/queries';

type OwnSession = Mine['sessions'][number];
type OwnPasskey = Mine['passkeys'][number];

/** What a browser says of itself, short. */
const deviceText = (device: string): string =>
  /(Firefox|Edg|Chrome|Safari)\/(\d+)/.exec(device)?.slice(1).join(' ') ?? device.slice(0, 40);

/** The person's own rights, sessions and passkeys. */
export function AccountScreen({ me }: { me: Me }) {
  const client = useQueryClient();
  const field = useId();
  const [keyName, setKeyName] = useState('');
  const refresh = () => client.invalidateQueries({ queryKey: ['mine'] });
  const change = useMutation({ mutationFn: (path: string) => post(path, {}, me.csrf), onSuccess: refresh });
  const addKey = useMutation({ mutationFn: () => registerPasskey(keyName, me.csrf), onSuccess: refresh });
  const signOut = useMutation({
    mutationFn: () => post<{ location: string }>('/sign-in/out', {}, me.csrf),
    onSuccess: ({ location: next }) => location.assign(next),
  });
  const error = change.error ?? addKey.error ?? signOut.error;
  const sessions: Column<OwnSession>[] = [
    { header: 'Device', value: ({ device }) => deviceText(device) },
    { header: 'From', value: ({ address }) => address },
    { header: 'Signed in', value: ({ createdAt }) => createdAt, show: ({ createdAt }) => <Time at={createdAt} /> },
    { header: 'Last seen', value: ({ seenAt }) => seenAt, show: ({ seenAt }) => <Time at={seenAt} /> },
    {
      header: 'End',
      value: ({ id }) => (id === me.session ? 'this session' : ''),
      show: ({ id, device }) =>
        id === me.session ? (
          'This session'
        ) : (
          <button type="button" onClick={() => change.mutate(`/sign-in/sessions/${id}/end`)}>
            End the session of {deviceText(device)}
          </button>
        ),
    },
  ];
  const passkeys: Column<OwnPasskey>[] = [
    { header: 'Passkey', value: ({ name }) => name },
    { header: 'Made', value: ({ createdAt }) => createdAt, show: ({ createdAt }) => <Time at={createdAt} /> },
    { header: 'Last used', value: ({ usedAt }) => usedAt ?? '', show: ({ usedAt }) => <Time at={usedAt} /> },
    {
      header: 'Remove',
      value: () => '',
      show: ({ id, name }) => (
        <button type="button" onClick={() => change.mutate(`/sign-in/passkeys/${encodeURIComponent(id)}/remove`)}>
          Remove the passkey {name}
        </button>
      ),
    },
  ];
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
      {error && (
        <p role="alert" className="failure">
          {error.message}
        </p>
      )}
      <Loaded query={useMine()}>
        {(mine) => (
          <>
            <h2>Sessions</h2>
            <DataTable name="Your sessions" rows={mine.sessions} columns={sessions} empty="You have no session." />
            {me.asksAgainBy === 'passkey' && (
              <>
                <h2>Passkeys</h2>
                <DataTable
                  name="Your passkeys"
                  rows={mine.passkeys}
                  columns={passkeys}
                  empty="You have none. With a passkey you need no link the next time."
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
