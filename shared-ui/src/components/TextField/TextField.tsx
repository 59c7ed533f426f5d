import type { InputHTMLAttributes } from 'react';
import { Field, type FieldTexts } from '../Field/Field';
import styles from './TextField.module.css';

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'className'>, FieldTexts {
  name: string;
  type?: 'text' | 'email' | 'tel';
}

/** One line of text on a dimension line, like a measurement on a drawing. */
export function TextField({ label, hint, error, type = 'text', required, ...rest }: TextFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(control) => <input {...rest} {...control} type={type} required={required} className={styles.input} />}
    </Field>
  );
}
