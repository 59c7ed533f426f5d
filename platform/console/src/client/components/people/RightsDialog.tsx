import { useId, useState } from 'react';
import { consoleCommand } from '../../../people-command';
import { post } from '../../data/api';
import { counted } from '../../data/counted';
import type { KnownPerson, Me } from '../../data/queries/queries';
import { ActDialog } from '../ActDialog';

interface RightsDialogProps {
  me: Me;
  person: KnownPerson;
  onDone(): unknown;
  onClose(): void;
}

/** Gives somebody other rights. */
export function RightsDialog({ me, person: { id, name, rights, sessions }, onDone, onClose }: RightsDialogProps) {
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
