import { useQueryClient } from '@tanstack/react-query';
import { json } from '@wholepage/staff-kit/browser/calls';
import { ActDialog, TextField } from '@wholepage/staff-kit/browser/forms';
import { type ReactNode, useState } from 'react';
import { commandOf } from '../../command';
import type { AskedStep, StepInput } from '../../steps';
import { REGISTRY_KEY, useIsAdmin } from '../data/queries';

export interface StepDialogProps {
  /** Verb and object; names the dialog and its button. */
  title: string;
  /** What will happen, in a sentence or two. */
  consequence: string;
  step: StepInput;
  /** More fields of the step. */
  children?: ReactNode;
  /** Whether a lock stands against it that an admin may break. */
  isLocked?: boolean;
  needsReason?: boolean;
  onClose(): void;
}

/** Asks for a reason, shows what will happen and the command that does the same, and takes the step. */
export function StepDialog(props: StepDialogProps) {
  const { title, consequence, step, children, isLocked = false, needsReason = false, onClose } = props;
  const queries = useQueryClient();
  const mayBreak = useIsAdmin() && isLocked;
  const [why, setWhy] = useState('');
  const [breaks, setBreaks] = useState('');
  const asked: AskedStep = { ...step, why, ...(isLocked && breaks && { breaks }) };
  return (
    <ActDialog
      title={title}
      command={commandOf(asked)}
      act={() => json('POST', '/api/steps', asked)}
      onDone={() => queries.invalidateQueries({ queryKey: [REGISTRY_KEY] })}
      onClose={onClose}
    >
      <p>{consequence}</p>
      {children}
      <TextField
        label={`Why${needsReason ? '' : ' (for the history)'}`}
        value={why}
        maxLength={500}
        required={needsReason}
        onChange={setWhy}
      />
      {mayBreak && <TextField label="Why the lock is broken" value={breaks} maxLength={500} onChange={setBreaks} />}
    </ActDialog>
  );
}
