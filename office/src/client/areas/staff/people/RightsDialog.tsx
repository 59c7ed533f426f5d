import { useState } from 'react';
import { Dialog } from '../../../components/Dialog';
import { json } from '../../../data/api';
import { useMe } from '../../../data/me';
import { useAct } from '../../../data/use-act';
import { counted, type Person, RIGHTS } from './person';

/** Gives somebody other rights. */
export function RightsDialog({ person, onDone, onClose }: { person: Person; onDone(): void; onClose(): void }) {
  const { id, name, rights, sessions } = person;
  const me = useMe();
  const [wanted, setWanted] = useState<readonly string[]>(rights);
  const change = useAct({
    act: () => json('POST', `/sign-in/people/${id}/rights`, { rights: wanted }),
    done: `The rights of ${name} are changed.`,
  });
  return (
    <Dialog
      title={`Change the rights of ${name}`}
      action="Change the rights"
      isPending={change.isPending}
      error={change.error}
      onAct={() => change.mutate(undefined, { onSuccess: onDone })}
      onClose={onClose}
    >
      <p>
        {counted(sessions, 'open session')} of {name} {sessions === 1 ? 'goes' : 'go'} on with the new rights at once.
        {id === me.id && ' These are your own: what you take from yourself, another owner has to give back.'}
      </p>
      <fieldset className="plain">
        <legend>{name} holds</legend>
        {RIGHTS.map(([right, text]) => (
          <label key={right} className="check">
            <input
              type="checkbox"
              checked={wanted.includes(right)}
              onChange={({ target }) =>
                setWanted(target.checked ? [...wanted, right] : wanted.filter((held) => held !== right))
              }
            />
            {text}
          </label>
        ))}
      </fieldset>
    </Dialog>
  );
}
