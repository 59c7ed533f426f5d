import { type InputHTMLAttributes, useEffect, useId, useRef, useState } from 'react';

interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value'> {
  label: string;
  value: string;
  hint?: string;
  /** A text of several lines. */
  rows?: number;
  onChange(value: string): void;
}

/** A labelled field with a line that says what belongs into it. */
export function TextField({ label, value, hint, rows, onChange, ...rest }: TextFieldProps) {
  const id = useId();
  const { maxLength, required, placeholder, disabled } = rest;
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      {rows ? (
        <textarea
          {...{ maxLength, required, placeholder, disabled }}
          id={id}
          rows={rows}
          value={value}
          aria-describedby={hint && `${id}-hint`}
          onChange={(event) => onChange(event.target.value)}
        />
      ) : (
        <input
          {...rest}
          id={id}
          value={value}
          aria-describedby={hint && `${id}-hint`}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
      {hint && (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </div>
  );
}

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

/** Typing waits this long for its next letter. */
const PAUSE_MS = 250;

interface SearchFieldProps {
  label: string;
  value: string;
  onSearch(text: string): void;
}

/** Searches as one types; "/" leads to it. */
export function SearchField({ label, value, onSearch }: SearchFieldProps) {
  const id = useId();
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (next: string, pause: number) => {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onSearch(next.trim()), pause);
  };
  return (
    <div className="field search">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="search"
        data-search
        value={text}
        maxLength={200}
        onChange={(event) => search(event.target.value, PAUSE_MS)}
        onKeyDown={(event) => event.key === 'Enter' && search(event.currentTarget.value, 0)}
      />
    </div>
  );
}
