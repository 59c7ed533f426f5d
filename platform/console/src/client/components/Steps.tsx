import type { Lock } from '@wholepage/releases/registry/step-rights';
import { SelectField } from '@wholepage/staff-kit/browser/forms';
import { useState } from 'react';
import type { AppDetails } from '../../shapes';
import { everyVisitor, hourChoices } from '../data/figures';
import { CanaryDialog, ExperimentDialog } from './Canary';
import { StepDialog, type StepDialogProps } from './StepDialog';

/** A step that asks for nothing but a reason. */
type PlainStep = { do: 'promote' | 'conclude' | 'rollback' | 'stop'; version: string } | { do: 'retire' };

/** A step that somebody is about to take. */
export type WantedStep = PlainStep | { do: 'canary' | 'experiment'; version: string } | { do: 'lock' | 'unlock' };

interface StepForProps {
  details: AppDetails;
  wanted: WantedStep;
  isLocked: boolean;
  onClose(): void;
}

/** The dialog of a step that is wanted. */
export function StepFor({ details, wanted, ...dialog }: StepForProps) {
  switch (wanted.do) {
    case 'canary':
      return <CanaryDialog {...dialog} details={details} version={wanted.version} />;
    case 'experiment':
      return <ExperimentDialog {...dialog} details={details} version={wanted.version} />;
    case 'lock':
      return <LockDialog app={details.app} onClose={dialog.onClose} />;
    case 'unlock':
      return <UnlockDialog app={details.app} onClose={dialog.onClose} />;
    default:
      return <StepDialog {...dialog} {...planOf(details, wanted)} />;
  }
}

/** What a plain step is called, and what it does. */
type Plan = Pick<StepDialogProps, 'title' | 'consequence' | 'step'> & { isLocked?: false };

function planOf({ app, live, canary, health }: AppDetails, wanted: PlainStep): Plan {
  const everyone = everyVisitor(health);
  if (wanted.do === 'retire')
    return {
      title: `Retire ${app}`,
      consequence: `${everyone} loses its pages within 2 s: they answer 404, and are out of the menu and the sitemap, until a release is promoted again. Open tabs keep their files.`,
      step: { action: 'retire', app },
    };
  const { version } = wanted;
  const [share, now] = [canary?.percent ?? 0, live?.version ?? ''];
  switch (wanted.do) {
    case 'promote': {
      const inPlace = live ? `, in place of ${now}` : '';
      const ends = canary ? ` The ${canary.experiment ? 'experiment with' : 'canary'} ${canary.version} ends.` : '';
      return {
        title: `Promote ${app} ${version}`,
        consequence: `${everyone} gets ${version} within 2 s${inPlace}.${ends}`,
        step: { action: 'promote', app, version },
      };
    }
    case 'conclude':
      return {
        title: `Conclude experiment ${app} with ${version}`,
        consequence: `${everyone} gets ${version} within 2 s. ${share} % of them had ${canary?.version}, the others ${now}. The result goes into the history.`,
        step: { action: 'conclude', app, version },
        // What is live stays, whatever is locked.
        ...(version === now && { isLocked: false }),
      };
    case 'stop':
      return {
        title: `Stop ${canary?.experiment ? 'experiment' : 'canary'} ${app} ${version}`,
        consequence: `The ${share} % of visitors who get ${version} get ${now} again within 2 s.`,
        step: { action: 'stop', app, version, ...(canary?.experiment && { of: 'experiment' }) },
        isLocked: false,
      };
    case 'rollback':
      return {
        title: `Roll back ${app} to ${version}`,
        consequence: `${everyone} gets ${version} again within 2 s, in place of ${now}. Later rollbacks pass over ${now}.`,
        step: { action: 'rollback', app, from: now, version },
      };
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
      consequence={`Until ${new Date(until).toLocaleString()} nothing of ${nameOf(app)} is promoted, tried, rolled back or retired, by commands neither. A canary can still be stopped.`}
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
      consequence={`Releases of ${nameOf(app)} can be promoted again at once.`}
      step={{ action: 'unlock', app }}
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
  if (!live) return null;
  return (
    <p className="actions">
      {previous && (
        <button type="button" className="primary" onClick={() => onWant({ do: 'rollback', version: previous })}>
          Roll back {app} to {previous}
        </button>
      )}
      <button type="button" onClick={() => onWant({ do: lock ? 'unlock' : 'lock' })}>
        {lock ? 'Unlock' : 'Lock'} {app}
      </button>
      <button type="button" className="danger" onClick={() => onWant({ do: 'retire' })}>
        Retire {app}
      </button>
    </p>
  );
}
