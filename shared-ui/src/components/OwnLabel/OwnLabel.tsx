import { useRef, useState } from 'react';
import { useBrowserLayoutEffect } from '../../lib/by-react-version';
import { TextField } from '../TextField/TextField';
import styles from './OwnLabel.module.css';
import { fitsLabel, keepOwnLabel, OWN_LABEL_LENGTH, useOwnLabel } from './own-label';

export interface WovenNameProps {
  /** Stands on the label until there is a name; without it nothing is shown until then. */
  placeholder?: string;
}

/** The visitor's own label, as a weaver would deliver it. */
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
  /** Where the name goes from here. */
  hint: string;
}

/** Where the visitor types the organisation's name, once: it is kept on this browser and sewn in wherever a label is. */
export function OwnLabelField({ label, hint }: OwnLabelFieldProps) {
  const name = useOwnLabel();
  const [fits, setFits] = useState(true);
  const place = useRef<HTMLDivElement>(null);
  useBrowserLayoutEffect(() => {
    // Typed before scripts ran. React would put back the name of before.
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
