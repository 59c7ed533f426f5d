import type { Lock } from '@wholepage/releases/registry/step-rights';
import { SelectField } from '@wholepage/staff-kit/browser/forms';
import { useState } from 'react';
import type { AppDetails } from '../../shapes';
import { everyVisitor, hourChoices } from '../data/figures';
import { CanaryDialog, ExperimentDialog } from './Canary';
import { StepDialog } from './StepDialog';

/** A step that somebody is about to take. */
export type WantedStep =
  | { do: 'promote' | 'canary' | 'experiment' | 'conclude' | 'rollback' | 'stop'; version: string }
  | { do: 'retire' | 'lock' | 'unlock' };

interface StepForProps {
  details: AppDetails;
  wanted: WantedStep;
  isLocked: boolean;
  onClose(): void;
}

/** The dialog of a step that is wanted. */
export function StepFor({ details, wanted, isLocked, onClose }: StepForProps) {
  const { app, live, canary, health } = details;
  const common = { isLocked, onClose };
  switch (wanted.do) {
    case 'promote':
      return (
        <StepDialog
          {...common}
          title={`Promote ${app} ${wanted.version}`}
          consequence={
            <p>
              {everyVisitor(health)} gets {wanted.version} within 2 s{live && `, in place of ${live.version}`}.
              {canary && ` The ${canary.experiment ? 'experiment with' : 'canary'} ${canary.version} ends.`}
            </p>
          }
          step={{ action: 'promote', app, version: wanted.version, why: '' }}
        />
      );
    case 'canary':
      return <CanaryDialog {...common} app={app} version={wanted.version} live={live?.version ?? ''} health={health} />;
    case 'experiment':
      return (
        <ExperimentDialog
          {...common}
          app={app}
          version={wanted.version}
          live={live?.version ?? ''}
          health={health}
          goals={details.goals}
        />
      );
    case 'conclude':
      return (
        <StepDialog
          {...common}
          isLocked={isLocked && wanted.version !== live?.version}
          title={`Conclude experiment ${app} with ${wanted.version}`}
          consequence={
            <p>
              {everyVisitor(health)} gets {wanted.version} within 2 s. {canary?.percent ?? 0} % of them had{' '}
              {canary?.version}, the others {live?.version}. The result goes into the history.
            </p>
          }
          step={{ action: 'conclude', app, version: wanted.version, why: '' }}
        />
      );
    case 'stop':
      return (
        <StepDialog
          {...common}
          isLocked={false}
          title={`Stop ${canary?.experiment ? 'experiment' : 'canary'} ${app} ${wanted.version}`}
          consequence={
            <p>
              The {canary?.percent ?? 0} % of visitors who get {wanted.version} get {live?.version} again within 2 s.
            </p>
          }
          step={{
            action: 'stop',
            ...{ app, version: wanted.version, why: '' },
            ...(canary?.experiment && { of: 'experiment' }),
          }}
        />
      );
    case 'rollback':
      return (
        <StepDialog
          {...common}
          title={`Roll back ${app} to ${wanted.version}`}
          consequence={
            <p>
              {everyVisitor(health)} gets {wanted.version} again within 2 s, in place of {live?.version}. Later
              rollbacks pass over {live?.version}.
            </p>
          }
          step={{ action: 'rollback', app, from: live?.version ?? '', version: wanted.version, why: '' }}
        />
      );
    case 'retire':
      return (
        <StepDialog
          {...common}
          title={`Retire ${app}`}
          consequence={
            <p>
              {everyVisitor(health)} loses its pages within 2 s: they answer 404, and are out of the menu and the
              sitemap, until a release is promoted again. Open tabs keep their files.
            </p>
          }
          step={{ action: 'retire', app, why: '' }}
        />
      );
    case 'lock':
      return <LockDialog app={app} onClose={onClose} />;
    case 'unlock':
      return <UnlockDialog app={app} onClose={onClose} />;
  }
}

interface LockDialogProps {
  /** An app, or `site`. */
  app: string;
  onClose(): void;
}

const HOUR_MS = 3_600_000;
const nameOf = (app: string): string => (app === 'site' ? 'the whole site' : app);

/** Keeps an app, or all of them, as they are. */
export function LockDialog({ app, onClose }: LockDialogProps) {
  const [hours, setHours] = useState(4);
  const [openedAt] = useState(Date.now);
  const until = new Date(openedAt + hours * HOUR_MS).toISOString();
  return (
    <StepDialog
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
      <SelectField
        label="For how long"
        value={String(hours)}
        options={hourChoices([1, 4, 12, 24, 72, 168])}
        onChange={(chosen) => setHours(Number(chosen))}
      />
    </StepDialog>
  );
}

/** Ends a lock before its time. */
export function UnlockDialog({ app, onClose }: LockDialogProps) {
  return (
    <StepDialog
      title={`Unlock ${nameOf(app)}`}
      consequence={<p>Releases of {nameOf(app)} can be promoted again at once.</p>}
      step={{ action: 'unlock', app, why: '' }}
      onClose={onClose}
    />
  );
}

/** That, until when and why something stays as it is. */
export function LockNotice({ lock: { app, until, by, why } }: { lock: Lock }) {
  return (
    <p className="notice" data-kind="warn">
      {app === 'site' ? 'The whole site' : app} is locked until{' '}
      <time dateTime={until}>{new Date(until).toLocaleString()}</time> by {by}: {why}
    </p>
  );
}

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
