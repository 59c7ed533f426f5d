import type { ReactNode } from 'react';
import styles from './Prose.module.css';

export interface ProseProps {
  /** Long text: elements, or one element that holds sanitised HTML. */
  children: ReactNode;
}

/** Long text to be read: a measure of 60 to 75 characters, headings, lists, quotes, tables. */
export function Prose({ children }: ProseProps) {
  return <div className={styles.prose}>{children}</div>;
}
