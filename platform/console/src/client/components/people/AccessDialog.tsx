import { useState } from 'react';
import { consoleCommand } from '../../../people-command';
import { post } from '../../data/api';
import { counted } from '../../data/counted';
import type { KnownPerson, Me } from '../../data/queries/queries';
import { ActDialog } from '../ActDialog';

interface AccessDialogProps {
  me: Me;
  person: KnownPerson;
  onDone(): unknown;
  onClose(): void;
}

/** Ends somebody's access, or opens it again. */
export function AccessDialog({ me, person, onDone, onClose }: AccessDialogProps) {
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
