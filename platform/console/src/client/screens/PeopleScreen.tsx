import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'react-router-dom';
import { consoleCommand } from '../../command';
import { SayWho } from '../components/ActDialog';
import { type Column, DataTable } from '../components/DataTable';
import { Command, Loaded, Screen, Time } from '../components/Screen';
import { ApiError, type KnownPerson, type Me, post, usePeople } from '../data/queries';

const COLUMNS: Column<KnownPerson>[] = [
  { header: 'Name', value: ({ name }) => name, show: ({ id, name }) => <Link to={`/people/${id}`}>{name}</Link> },
  { header: 'Rights', value: ({ rights }) => rights.join(', ') },
  {
    header: 'Access',
    value: ({ endedAt }) => (endedAt ? 'Ended' : 'Open'),
    show: ({ endedAt }) => (
      <span className="state" data-kind={endedAt ? 'warn' : 'good'}>
        {endedAt ? 'Ended' : 'Open'}
      </span>
    ),
  },
  { header: 'Came by', value: ({ issuer }) => issuer },
  { header: 'Last seen', value: ({ seenAt }) => seenAt ?? '', show: ({ seenAt }) => <Time at={seenAt} /> },
  { header: 'Sessions', value: ({ sessions }) => sessions, isNumber: true },
  { header: 'Passkeys', value: ({ passkeys }) => passkeys, isNumber: true },
];

/** Who may come in, and what they may do. */
export function PeopleScreen({ me }: { me: Me }) {
  return (
    <Screen title="People">
      {me.asksAgainBy === 'passkey' ? (
        <InviteForm me={me} />
      ) : (
        <p>People come by the identity provider; OIDC_RIGHTS gives rights to its groups.</p>
      )}
      <h2>Who may come in</h2>
      <Loaded query={usePeople()}>
        {({ people }) => <DataTable name="People" rows={people} columns={COLUMNS} empty="Nobody came in yet." />}
      </Loaded>
    </Screen>
  );
}

/** Makes a link that lets somebody in. */
function InviteForm({ me }: { me: Me }) {
  const [name, setName] = useState('');
  const [right, setRight] = useState('viewer');
  const id = useId();
  const invite = useMutation({
    mutationFn: () => post<{ link: string }>('/sign-in/people/invite', { name, right }, me.csrf),
  });
  const mustSayWho = invite.error instanceof ApiError && invite.error.code === 'sign-in-again';
  return (
    <form
      className="inline"
      onSubmit={(event) => {
        event.preventDefault();
        invite.mutate();
      }}
    >
      <label htmlFor={`${id}-name`}>Name</label>
      <input
        id={`${id}-name`}
        value={name}
        required
        maxLength={100}
        onChange={(event) => setName(event.target.value)}
      />
      <label htmlFor={`${id}-right`}>Right: viewer, admin, or releaser:APP,APP</label>
      <input id={`${id}-right`} value={right} required onChange={(event) => setRight(event.target.value)} />
      <p className="hint">The command that does the same:</p>
      <Command text={consoleCommand('invite', name || 'NAME', '--right', right || 'RIGHT')} />
      <button type="submit" className="primary" disabled={invite.isPending}>
        Invite {name || 'somebody'}
      </button>
      {invite.error && (
        <p role="alert" className="failure">
          {invite.error.message}
        </p>
      )}
      {mustSayWho && <SayWho me={me} onDone={() => invite.reset()} />}
      {invite.data && (
        <div role="status">
          <p>This link signs {name} in once, within 15 minutes. Nobody can see it again.</p>
          <Command text={invite.data.link} what="link" />
        </div>
      )}
    </form>
  );
}
