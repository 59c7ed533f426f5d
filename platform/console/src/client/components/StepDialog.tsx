import { useQueryClient } from '@tanstack/react-query';
import { json } from '@wholepage/staff-kit/browser/calls';
import { ActDialog, TextField } from '@wholepage/staff-kit/browser/forms';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { commandOf, LONGEST_WHY } from '../../command';
import type { AskedStep, Said, StepInput } from '../../steps';
import { REGISTRY_KEY, useHolds } from '../data/queries';

export interface StepDialogProps {
  /** Verb and object; names the dialog and its button. */
  title: string;
  consequence: string;
  step: StepInput;
  children?: ReactNode;
  /** True when a lock forbids the step. An admin may break it. */
  isLocked?: boolean;
  needsReason?: boolean;
  onClose(): void;
}

export const WhyField = (props: Omit<ComponentProps<typeof TextField>, 'maxLength'>) => (
  <TextField {...props} maxLength={LONGEST_WHY} />
);

/** Asks for a reason, shows what will happen and the command that does the same, and takes the step. */
export function StepDialog(props: StepDialogProps) {
  const { title, consequence, step, children, isLocked = false, needsReason = false, onClose } = props;
  const queries = useQueryClient();
  const mayBreak = useHolds()('admin') && isLocked;
  const [said, setSaid] = useState<Record<keyof Said, string>>({ why: '', breaks: '' });
  const { breaks, ...always } = said;
  const asked: AskedStep = { ...step, ...always, ...(isLocked && breaks && { breaks }) };
  const label = needsReason ? 'Why' : 'Why (for the history)';
  const set = (name: keyof Said) => (text: string) => setSaid({ ...said, [name]: text });
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
      <WhyField label={label} value={said.why} required={needsReason} onChange={set('why')} />
      {mayBreak && <WhyField label="Why the lock is broken" value={breaks} onChange={set('breaks')} />}
    </ActDialog>
  );
}
