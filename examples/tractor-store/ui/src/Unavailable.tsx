import { Button } from './Button';
import styles from './Unavailable.module.css';

interface UnavailableProps {
  /** What there is nothing of to see, as a sentence begins with it. */
  what: string;
  retry(): void;
}

/** In the place of a page whose data did not come. */
export const Unavailable = ({ what, retry }: UnavailableProps) => (
  <div className={styles.panel}>
    <h1>This did not arrive</h1>
    <p role="alert">{what} is unavailable just now.</p>
    <Button onClick={retry}>Try again</Button>
  </div>
);

/** What `load` of a page answers while its back end cannot be read. */
export const AWAY = {
  status: 503,
  head: { title: 'The Tractor Store', noindex: true },
  data: 'away',
  maxAge: 0,
} as const;
