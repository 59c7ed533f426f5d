import styles from './Skeleton.module.css';

export interface SkeletonProps {
  /** Lines of text that are on their way. */
  lines?: number;
}

/** Chalk lines where text will be. Say in words beside it what is being loaded. */
export function Skeleton({ lines = 3 }: SkeletonProps) {
  const names = Array.from({ length: lines }, (_, line) => `line ${line + 1}`);
  return (
    <div className={styles.skeleton} aria-hidden="true">
      {names.map((name) => (
        <span key={name} className={styles.line} />
      ))}
    </div>
  );
}
