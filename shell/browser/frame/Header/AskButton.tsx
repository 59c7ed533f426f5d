import { openEnquiry } from '../open-enquiry';
import styles from './AskButton.module.css';

/** In the header of who has scrolled past the page's own button. Phones have a bar of their own. */
export function AskButton() {
  return (
    <button type="button" className={styles.ask} onClick={openEnquiry}>
      Let's Get Started
    </button>
  );
}
