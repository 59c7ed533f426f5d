import type { TextareaHTMLAttributes } from 'react';
import { Field, type FieldTexts } from '../Field/Field';
import styles from './TextArea.module.css';

export interface TextAreaProps extends Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, 'className'>, FieldTexts {
  name: string;
}

/** Several lines of text on ruled cloth. It grows with the text where the browser supports that. */
export function TextArea({ label, hint, error, required, rows = 4, ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={hint} error={error} required={required}>
      {(control) => <textarea {...rest} {...control} rows={rows} required={required} className={styles.area} />}
    </Field>
  );
}
