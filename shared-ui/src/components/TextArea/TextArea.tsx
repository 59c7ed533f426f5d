import type { TextareaHTMLAttributes } from 'react';
import { Field } from '../Field/Field';
import styles from './TextArea.module.css';

export interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'> {
  name: string;
  /** Always visible. */
  label: string;
  /** Help that is read before typing. */
  hint?: string | undefined;
  /** Says what is wrong, in words; marks the text area as invalid. */
  error?: string | undefined;
}

/** Several lines of text on ruled cloth; grows with what is typed where the browser can. */
export function TextArea({ label, hint, error, required, rows = 4, ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(control) => <textarea {...rest} {...control} rows={rows} required={required} className={styles.area} />}
    </Field>
  );
}
