import styles from './ThreadProgress.module.css';

export interface ThreadProgressProps {
  /** True when loading has taken long enough to show it. */
  busy: boolean;
}

/** A thread along the top of the window while the next page loads. Screen readers announce it when they are idle. */
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
