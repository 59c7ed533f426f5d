import type { ReactNode } from 'react';
import styles from './Lead.module.css';

export interface LeadProps {
  children: ReactNode;
}

/** The paragraph that opens a section. */
export function Lead({ children }: LeadProps) {
  return <p className={styles.lead}>{children}</p>;
}
