import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { commandOf } from '../../../command';
import type { StepSummary } from '../../../shapes';
import type { AskedStep } from '../../../steps';
import { post } from '../../data/api';
import { isAdmin } from '../../data/may';
import { type Me, REGISTRY_KEY } from '../../data/queries/queries';
import { ActDialog } from '../ActDialog';

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
  const id = useId();
  const client = useQueryClient();
  const [why, setWhy] = useState('');
  const [breaks, setBreaks] = useState('');
  const asked: AskedStep = { ...step, why, ...(isLocked && breaks && { breaks }) };
  return (
    <ActDialog
      me={me}
      title={title}
      consequence={consequence}
      command={commandOf(asked)}
      act={() => post<StepSummary>('/api/steps', asked, me.csrf)}
      onDone={() => client.invalidateQueries({ queryKey: [REGISTRY_KEY] })}
      onClose={onClose}
    >
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
    </ActDialog>
  );
}
