import styles from './Skeleton.module.css';

export interface SkeletonProps {
  /** Lines of text that are on their way. */
  lines?: number;
}

/** Chalk lines where text will be. Say in words beside it what is being loaded. */
export function Skeleton({ lines = 3 }: SkeletonProps) {
  return (
    <div className={styles.skeleton} aria-hidden="true">
      {Array.from({ length: lines }, (_, index) => (
        <span key={`line-${index + 1}`} className={styles.line} />
      ))}
    </div>
  );
}
