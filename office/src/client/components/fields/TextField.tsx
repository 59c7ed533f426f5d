import { type InputHTMLAttributes, useId } from 'react';

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
