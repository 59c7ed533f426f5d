import type { InputHTMLAttributes } from 'react';
import { Field } from '../Field/Field';
import styles from './TextField.module.css';

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className'> {
  name: string;
  /** Always visible. */
  label: string;
  type?: 'text' | 'email' | 'tel';
  /** Help that is read before typing. */
  hint?: string | undefined;
  /** Says what is wrong, in words; marks the input as invalid. */
  error?: string | undefined;
}

/** One line of text on a dimension line, like a measurement on a drawing. */
export function TextField({ label, hint, error, type = 'text', required, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(control) => <input {...rest} {...control} type={type} required={required} className={styles.input} />}
    </Field>
  );
}
