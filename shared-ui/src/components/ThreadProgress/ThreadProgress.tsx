import styles from './ThreadProgress.module.css';

export interface ThreadProgressProps {
  /** Something is being waited for, for long enough to say so. */
  busy: boolean;
}

/** A thread that runs along the top of the window while the next page is on its way. */
export function ThreadProgress({ busy }: ThreadProgressProps) {
  if (!busy) return null;
  return <div className={styles.thread} role="progressbar" aria-label="Loading" />;
}
