import type { AppDetails } from '../../../shapes';
import { CanaryDialog } from '../../components/canary/CanaryDialog';
import { ExperimentDialog } from '../../components/experiment/ExperimentDialog';
import { LockDialog, UnlockDialog } from '../../components/steps/LockDialogs';
import { StepDialog } from '../../components/steps/StepDialog';
import type { Me } from '../../data/queries/queries';
import { everyVisitor } from '../../data/reach';

/** A step that somebody is about to take. */
export type WantedStep =
  | { do: 'promote' | 'canary' | 'experiment' | 'conclude' | 'rollback' | 'stop'; version: string }
  | { do: 'retire' | 'lock' | 'unlock' };

interface StepForProps {
  me: Me;
  details: AppDetails;
  wanted: WantedStep;
  isLocked: boolean;
  onClose(): void;
}

/** The dialog of a step that is wanted. */
export function StepFor({ me, details, wanted, isLocked, onClose }: StepForProps) {
  const { app, live, canary, health } = details;
  const common = { me, isLocked, onClose };
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
      return <LockDialog me={me} app={app} onClose={onClose} />;
    case 'unlock':
      return <UnlockDialog me={me} app={app} onClose={onClose} />;
  }
}
