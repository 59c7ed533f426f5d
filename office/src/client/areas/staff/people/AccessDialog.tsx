import { useState } from 'react';
import { Dialog } from '../../../components/Dialog';
import { json } from '../../../data/api';
import { useAct } from '../../../data/use-act';
import { counted, type Person } from './person';

/** Ends somebody's access, or opens it again. */
export function AccessDialog({ person, onDone, onClose }: { person: Person; onDone(): void; onClose(): void }) {
  // What it asks stays what it asked when it opened, whatever becomes of the person meanwhile.
  const [{ id, name, endedAt, sessions, passkeys }] = useState(person);
  const change = useAct({
    act: () => json('POST', `/sign-in/people/${id}/${endedAt ? 'open' : 'end'}`, {}),
    done: `The access of ${name} is ${endedAt ? 'open' : 'ended'}.`,
  });
  return (
    <Dialog
      title={`${endedAt ? 'Open' : 'End'} the access of ${name}`}
      action={`${endedAt ? 'Open' : 'End'} the access`}
      isDangerous={!endedAt}
      isPending={change.isPending}
      error={change.error}
      onAct={() => change.mutate(undefined, { onSuccess: onDone })}
      onClose={onClose}
    >
      {endedAt ? (
        <p>{name} may come in again, and needs a new link.</p>
      ) : (
        <p>
          {counted(sessions, 'session')} of {name} {sessions === 1 ? 'ends' : 'end'} and {counted(passkeys, 'passkey')}{' '}
          {passkeys === 1 ? 'is' : 'are'} removed at once. Links that nobody used yet let nobody in. Notes and the audit
          stay.
        </p>
      )}
    </Dialog>
  );
}
