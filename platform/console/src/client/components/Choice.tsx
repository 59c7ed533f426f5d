import { useId } from 'react';
import { useOverview } from '../data/queries';

interface ChoiceProps {
  label: string;
  value: string;
  choices: readonly (readonly [value: string, text: string])[];
  onChoose(value: string): void;
}

/** A choice that filters what is shown. */
export function Choice({ label, value, choices, onChoose }: ChoiceProps) {
  const field = useId();
  return (
    <span className="choice">
      <label htmlFor={field}>{label}</label>
      <select id={field} value={value} onChange={(event) => onChoose(event.target.value)}>
        {choices.map(([choice, text]) => (
          <option key={choice} value={choice}>
            {text}
          </option>
        ))}
      </select>
    </span>
  );
}

export const DAYS = [
  ['1', 'Today'],
  ['7', '7 days'],
  ['30', '30 days'],
  ['90', '90 days'],
] as const;

/** Which app is shown; the empty one stands for all. */
export function AppChoice({ value, onChoose }: { value: string; onChoose(app: string): void }) {
  const apps = useOverview().data?.apps ?? [];
  const choices = [['', 'All apps'] as const, ...apps.map(({ app }) => [app, app] as const)];
  return <Choice label="App" value={value} choices={choices} onChoose={onChoose} />;
}
