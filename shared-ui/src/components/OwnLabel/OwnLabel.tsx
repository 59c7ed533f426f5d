import { useRef, useState } from 'react';
import { useBrowserLayoutEffect } from '../../lib/by-react-version';
import { TextField } from '../TextField/TextField';
import styles from './OwnLabel.module.css';
import { fitsLabel, keepOwnLabel, OWN_LABEL_LENGTH, useOwnLabel } from './own-label';

export interface WovenNameProps {
  /** Text on the label while there is no name. Without it, no label is shown then. */
  placeholder?: string;
}

/** A woven label with the visitor's name. */
export function WovenName({ placeholder }: WovenNameProps) {
  const name = useOwnLabel();
  const own = name.trim();
  const text = own || placeholder;
  if (!text) return null;
  return (
    <p className={styles.label} data-empty={own === '' || undefined} aria-hidden={own === '' || undefined}>
      <span className={styles.thread}>{text}</span>
    </p>
  );
}

export interface OwnLabelFieldProps {
  label: string;
  /** Says what happens to the name. */
  hint: string;
}

/** Field for the organisation's name. The browser keeps the name, and every label shows it. */
export function OwnLabelField({ label, hint }: OwnLabelFieldProps) {
  const name = useOwnLabel();
  const [fits, setFits] = useState(true);
  const place = useRef<HTMLDivElement>(null);
  useBrowserLayoutEffect(() => {
    // The name was typed before scripts ran. React would reset it to the stored one.
    const typed = place.current?.querySelector('input')?.value;
    if (typed) keepOwnLabel(typed);
  }, []);
  return (
    <div ref={place} className={styles.field}>
      <TextField
        name="organisation"
        label={label}
        hint={hint}
        autoComplete="organization"
        error={fits ? undefined : `A label takes ${OWN_LABEL_LENGTH} letters. The rest of the name is not on it.`}
        value={name}
        onChange={({ target: { value } }) => {
          setFits(fitsLabel(value));
          keepOwnLabel(value);
        }}
      />
    </div>
  );
}
