import type { ReactNode } from 'react';
import styles from './Label.module.css';

export interface LabelProps {
  /** A word or two: a number, a size, a place. */
  children: ReactNode;
}

/** The woven label sewn onto a section or a card, such as "No. 04". */
export function Label({ children }: LabelProps) {
  return (
    <p className={styles.label}>
      <span className={styles.text}>{children}</span>
    </p>
  );
}
