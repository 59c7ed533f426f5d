import { useId } from 'react';

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
