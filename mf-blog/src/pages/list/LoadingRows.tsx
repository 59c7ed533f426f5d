import { blog } from '../../content/blog';
import styles from './LoadingRows.module.css';

/** "Loading…", and bare cloth where the first row will lie. */
export function LoadingRows() {
  return (
    <div className={styles.loading}>
      <p className={styles.text} role="status">
        {blog.states.loading}
      </p>
      <div className={styles.cloths} aria-hidden="true">
        <span className={styles.large} />
        <span className={styles.small} />
        <span className={styles.small} />
      </div>
    </div>
  );
}
