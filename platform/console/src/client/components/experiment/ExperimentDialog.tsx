import { useId, useState } from 'react';
import type { Health } from '../../../observed';
import type { Me } from '../../data/queries/queries';
import { someVisitors } from '../../data/reach';
import { StepDialog } from '../steps/StepDialog';

interface ExperimentDialogProps {
  me: Me;
  app: string;
  version: string;
  /** A, which is live. */
  live: string;
  health: Health | undefined;
  /** Goals that the site declares. */
  goals: readonly string[];
  isLocked: boolean;
  onClose(): void;
}

const within = (text: string, most: number, otherwise: number): number => {
  const number = Number(text);
  return Number.isInteger(number) && number >= 1 && number <= most ? number : otherwise;
};

/** Compares a version with the live one by what visitors do. */
export function ExperimentDialog({ me, app, version, live, health, goals, isLocked, onClose }: ExperimentDialogProps) {
  const [share, setShare] = useState('50');
  const [goal, setGoal] = useState(goals[0] ?? '');
  const [margin, setMargin] = useState('10');
  const id = useId();
  const [percent, same] = [within(share, 99, 50), within(margin, 100, 10)];
  return (
    <StepDialog
      me={me}
      isLocked={isLocked}
      title={`Start experiment ${app} ${version}`}
      consequence={
        <p>
          {someVisitors(percent, health)} get {version} (B) within 2 s; the others keep {live} (A). It ends by itself
          when A is better, when B fails more, or when no difference larger than {same} % is possible any more.
        </p>
      }
      step={{
        action: 'experiment',
        ...{ app, against: live, version },
        ...{ share: percent, goal: goal.trim(), margin: same, why: '' },
      }}
      onClose={onClose}
    >
      <label htmlFor={`${id}-goal`}>Goal: one of the site, or an event such as shop:ordered</label>
      <input
        id={`${id}-goal`}
        value={goal}
        required
        list={`${id}-goals`}
        pattern="[a-z][a-z0-9\-]*(:[a-z][a-z0-9\-]*)?"
        onChange={(event) => setGoal(event.target.value)}
      />
      <datalist id={`${id}-goals`}>
        {goals.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
      <label htmlFor={`${id}-share`}>Percent of visitors who get B</label>
      <input
        id={`${id}-share`}
        type="number"
        min={1}
        max={99}
        required
        value={share}
        onChange={(event) => setShare(event.target.value)}
      />
      <label htmlFor={`${id}-margin`}>Largest difference that counts as none, in percent</label>
      <input
        id={`${id}-margin`}
        type="number"
        min={1}
        max={100}
        required
        value={margin}
        onChange={(event) => setMargin(event.target.value)}
      />
    </StepDialog>
  );
}
