import { openEnquiry } from '../overlay-store';
import styles from './AskButton.module.css';

/** At the end of the header's line. Phones have a bar of their own. */
export function AskButton() {
  return (
    <button type="button" className={styles.ask} onClick={openEnquiry}>
      Let's Get Started
    </button>
  );
}
