import { useId, useState } from 'react';
import type { Me } from '../../data/queries/queries';
import { StepDialog } from './StepDialog';

interface LockDialogProps {
  me: Me;
  /** An app, or `site`. */
  app: string;
  onClose(): void;
}

const HOUR_MS = 3_600_000;
const HOURS = [1, 4, 12, 24, 72, 168];
const nameOf = (app: string): string => (app === 'site' ? 'the whole site' : app);
const hoursText = (hours: number): string => (hours < 24 ? `${hours} h` : `${hours / 24} d`);

/** Keeps an app, or all of them, as they are. */
export function LockDialog({ me, app, onClose }: LockDialogProps) {
  const [hours, setHours] = useState(4);
  const [openedAt] = useState(Date.now);
  const field = useId();
  const until = new Date(openedAt + hours * HOUR_MS).toISOString();
  return (
    <StepDialog
      me={me}
      title={`Lock ${nameOf(app)}`}
      needsReason
      consequence={
        <p>
          Until {new Date(until).toLocaleString()} nothing of {nameOf(app)} is promoted, tried, rolled back or retired,
          by commands neither. A canary can still be stopped.
        </p>
      }
      step={{ action: 'lock', app, until, why: '' }}
      onClose={onClose}
    >
      <label htmlFor={field}>For how long</label>
      <select id={field} value={hours} onChange={(event) => setHours(Number(event.target.value))}>
        {HOURS.map((choice) => (
          <option key={choice} value={choice}>
            {hoursText(choice)}
          </option>
        ))}
      </select>
    </StepDialog>
  );
}

/** Ends a lock before its time. */
export function UnlockDialog({ me, app, onClose }: LockDialogProps) {
  return (
    <StepDialog
      me={me}
      title={`Unlock ${nameOf(app)}`}
      consequence={<p>Releases of {nameOf(app)} can be promoted again at once.</p>}
      step={{ action: 'unlock', app, why: '' }}
      onClose={onClose}
    />
  );
}
