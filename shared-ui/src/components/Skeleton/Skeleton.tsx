import styles from './Skeleton.module.css';

export interface SkeletonProps {
  lines?: number;
}

/** Chalk lines in place of text that is loading. Say in words beside it what is loading. */
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
