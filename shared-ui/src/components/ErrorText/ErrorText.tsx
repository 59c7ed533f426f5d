import type { ReactNode } from 'react';
import styles from './ErrorText.module.css';

export interface ErrorTextProps {
  /** The problem, then the remedy, in words. */
  children: ReactNode;
  /** Id for the `aria-describedby` of the control. */
  id?: string;
}

/** An error beside its cause; screen readers announce it when it appears. */
export function ErrorText({ children, id }: ErrorTextProps) {
  return (
    <p id={id} role="alert" className={styles.error}>
      <svg className={styles.mark} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d="M3 3l10 10M13 3L3 13" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </svg>
      <span>{children}</span>
    </p>
  );
}
