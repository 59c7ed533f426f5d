import type { ComponentProps } from 'react';
import styles from './Field.module.css';

interface FieldProps extends ComponentProps<'input'> {
  label: string;
  name: string;
}

/** A field that has to be filled in. */
export function Field({ label, ...input }: FieldProps) {
  return (
    <label className={styles.field}>
      {label}
      <input className={styles.input} required {...input} />
    </label>
  );
}
