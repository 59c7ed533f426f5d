import { Button } from '@tractor-store/ui/Button';
import styles from './Unavailable.module.css';

/** In the place of a page whose data did not come. */
export const Unavailable = ({ retry }: { retry(): void }) => (
  <div className={styles.panel}>
    <h1>This did not arrive</h1>
    <p role="alert">The list of machines is unavailable just now.</p>
    <Button onClick={retry}>Try again</Button>
  </div>
);
