import { Loading } from '../../components/Loading/Loading';
import styles from './LoadingRows.module.css';

/** "Loading…", and bare cloth where the first row will lie. */
export function LoadingRows() {
  return (
    <div className={styles.loading}>
      <Loading />
      <div className={styles.cloths} aria-hidden="true">
        <span className={styles.large} />
        <span className={styles.small} />
        <span className={styles.small} />
      </div>
    </div>
  );
}
