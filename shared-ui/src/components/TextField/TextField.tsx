import type { InputHTMLAttributes } from 'react';
import { cx } from '../../lib/cx';
import { Field } from '../Field/Field';
import styles from './TextField.module.css';

export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
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
export function TextField({ label, hint, error, type = 'text', required, className, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(control) => (
        <input {...rest} {...control} type={type} required={required} className={cx(styles.input, className)} />
      )}
    </Field>
  );
}
