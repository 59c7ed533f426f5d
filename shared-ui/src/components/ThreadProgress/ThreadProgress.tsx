import styles from './ThreadProgress.module.css';

export interface ThreadProgressProps {
  /** Something is being waited for. Shown only if that takes more than 150 ms. */
  busy: boolean;
}

/** A thread that runs along the top of the window while the next page is on its way. */
export function ThreadProgress({ busy }: ThreadProgressProps) {
  if (!busy) return null;
  return <div className={styles.thread} role="progressbar" aria-label="Loading" />;
}
