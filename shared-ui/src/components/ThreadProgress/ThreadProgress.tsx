import styles from './ThreadProgress.module.css';

export interface ThreadProgressProps {
  /** Something is being waited for, for long enough to say so. */
  busy: boolean;
}

/** A thread that runs along the top of the window while the next page is on its way. Screen readers say so when they are free. */
export function ThreadProgress({ busy }: ThreadProgressProps) {
  return (
    <div aria-live="polite">
      {busy && (
        <>
          <div className={styles.thread} role="progressbar" aria-label="Loading" />
          <p className="visually-hidden">Loading</p>
        </>
      )}
    </div>
  );
}
