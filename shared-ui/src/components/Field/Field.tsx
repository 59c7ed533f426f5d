import { type ReactNode, useId } from 'react';
import { ErrorText } from '../ErrorText/ErrorText';
import styles from './Field.module.css';

/** What a control inside a field must carry, so that its label, hint and error are read with it. */
export interface ControlAttributes {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface FieldProps {
  label: string;
  /** Help that is read before typing: a format, a reason. */
  hint?: string | undefined;
  error?: string | undefined;
  /** Fields are taken as required; those that are not say so. */
  required?: boolean | undefined;
  /** Draws the control, which takes these attributes. */
  children: (control: ControlAttributes) => ReactNode;
}

/** Label, hint, control and error, tied together. TextField, TextArea and FileField are made of it. */
export function Field({ label, hint, error, required = false, children }: FieldProps) {
  const id = useId();
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return (
    <div className={styles.field} data-invalid={error ? true : undefined}>
      <label className={styles.label} htmlFor={id}>
        {label}
        {!required && <span className={styles.optional}> (optional)</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {children({ id, 'aria-describedby': describedBy || undefined, 'aria-invalid': error ? true : undefined })}
      {error && <ErrorText id={`${id}-error`}>{error}</ErrorText>}
    </div>
  );
}
