import type { AppDetails } from '../../../shapes';
import type { WantedStep } from '../../screens/releases/StepFor';

interface AppActionsProps {
  details: AppDetails;
  onWant(step: WantedStep): void;
}

/** What can be done with an app as a whole. */
export function AppActions({ details: { app, live, previous, lock }, onWant }: AppActionsProps) {
  return (
    <p className="actions">
      {live && previous && (
        <button type="button" className="primary" onClick={() => onWant({ do: 'rollback', version: previous })}>
          Roll back {app} to {previous}
        </button>
      )}
      {live && (
        <button type="button" onClick={() => onWant({ do: lock ? 'unlock' : 'lock' })}>
          {lock ? 'Unlock' : 'Lock'} {app}
        </button>
      )}
      {live && (
        <button type="button" className="danger" onClick={() => onWant({ do: 'retire' })}>
          Retire {app}
        </button>
      )}
    </p>
  );
}
