import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { consoleCommand } from '../../../people-command';
import { ApiError, post } from '../../data/api';
import type { Me } from '../../data/queries/queries';
import { Command } from '../Command';
import { SayWho } from './SayWho';

/** Makes a link that lets somebody in. */
export function InviteForm({ me }: { me: Me }) {
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
