import { useId, useState } from 'react';
import type { Health } from '../../../observed';
import type { Me } from '../../data/queries/queries';
import { someVisitors } from '../../data/reach';
import { StepDialog } from '../steps/StepDialog';

interface CanaryDialogProps {
  me: Me;
  app: string;
  version: string;
  live: string;
  health: Health | undefined;
  isLocked: boolean;
  onClose(): void;
}

const sharesOf = (text: string): number[] =>
  text
    .split(',')
    .map((part) => Number(part.trim()))
    .filter((share) => Number.isInteger(share) && share >= 1 && share <= 99);

/** Gives a version to a share of the visitors, in steps or for good. */
export function CanaryDialog({ me, app, version, live, health, isLocked, onClose }: CanaryDialogProps) {
  const [shares, setShares] = useState('10, 25, 50');
  const [every, setEvery] = useState('10m');
  const id = useId();
  const given = sharesOf(shares);
  const [first = 1, ...later] = given;
  return (
    <StepDialog
      me={me}
      isLocked={isLocked}
      title={`Start canary ${app} ${version}`}
      consequence={
        <p>
          {someVisitors(first, health)} get {version} within 2 s; the others keep {live}. A judge stops it by itself
          when it is worse than chance allows.
          {every && later.length > 0 && ` Then ${later.join(' %, ')} %, and at last everybody.`}
        </p>
      }
      step={{
        action: 'canary',
        app,
        version,
        shares: given.length > 0 ? given : [first],
        ...(every && { every }),
        why: '',
      }}
      onClose={onClose}
    >
      <label htmlFor={`${id}-shares`}>Percent of visitors, in rising steps</label>
      <input id={`${id}-shares`} value={shares} required onChange={(event) => setShares(event.target.value)} />
      <label htmlFor={`${id}-every`}>How long each step lasts; empty stays at the first</label>
      <input
        id={`${id}-every`}
        value={every}
        pattern="\d{1,6}[smh]"
        onChange={(event) => setEvery(event.target.value)}
      />
    </StepDialog>
  );
}
