import { useId } from 'react';

interface SelectFieldProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, text: string])[];
  isDisabled?: boolean;
  onChange(value: string): void;
}

/** A labelled choice. */
export function SelectField({ label, value, options, isDisabled, onChange }: SelectFieldProps) {
  const id = useId();
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select id={id} value={value} disabled={isDisabled} onChange={(event) => onChange(event.target.value)}>
        {options.map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
