import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { commandOf } from '../../../command';
import type { StepSummary } from '../../../shapes';
import type { AskedStep } from '../../../steps';
import { ApiError, post } from '../../data/api';
import { isAdmin } from '../../data/may';
import { type Me, REGISTRY_KEY } from '../../data/queries';
import { Command } from '../Command';
import { SayWho } from '../people/SayWho';

interface StepDialogProps {
  me: Me;
  /** Verb and object; names the dialog and its button. */
  title: string;
  /** What will happen, in a sentence or two. */
  consequence: ReactNode;
  step: AskedStep;
  /** More fields of the step. */
  children?: ReactNode;
  /** Whether a lock stands against it that an admin may break. */
  isLocked?: boolean;
  needsReason?: boolean;
  onClose(): void;
}

/** Asks for a reason, shows what will happen and the command that does the same, and takes the step. */
export function StepDialog(props: StepDialogProps) {
  const { me, title, consequence, step, children, isLocked = false, needsReason = false, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const client = useQueryClient();
  const [why, setWhy] = useState('');
  const [breaks, setBreaks] = useState('');
  useEffect(() => dialog.current?.showModal(), []);
  const asked: AskedStep = { ...step, why, ...(isLocked && breaks && { breaks }) };
  const take = useMutation({
    mutationFn: () => post<StepSummary>('/api/steps', asked, me.csrf),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [REGISTRY_KEY] });
      dialog.current?.close();
    },
  });
  const mustSayWho = take.error instanceof ApiError && take.error.code === 'sign-in-again';
  return (
    <dialog ref={dialog} aria-labelledby={`${id}-title`} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          take.mutate();
        }}
      >
        <h2 id={`${id}-title`}>{title}</h2>
        <div className="consequence">{consequence}</div>
        {children}
        <label htmlFor={`${id}-why`}>Why{needsReason ? '' : ' (for the history)'}</label>
        <input
          id={`${id}-why`}
          value={why}
          maxLength={500}
          required={needsReason}
          onChange={(event) => setWhy(event.target.value)}
        />
        {isLocked && isAdmin(me) && (
          <>
            <label htmlFor={`${id}-breaks`}>Why the lock is broken</label>
            <input
              id={`${id}-breaks`}
              value={breaks}
              maxLength={500}
              onChange={(event) => setBreaks(event.target.value)}
            />
          </>
        )}
        <p className="hint">The command that does the same:</p>
        <Command text={commandOf(asked)} />
        {take.error && (
          <p role="alert" className="failure">
            {take.error.message}
          </p>
        )}
        {mustSayWho && <SayWho me={me} onDone={() => take.reset()} />}
        <div className="actions">
          <button type="submit" className="primary" disabled={take.isPending}>
            {title}
          </button>
          <button type="button" onClick={() => dialog.current?.close()}>
            Cancel
          </button>
        </div>
      </form>
    </dialog>
  );
}
