import { useRemote } from 'remote-kit';
import { enrolment } from '../../content/enrolment';
import styles from './EnrolmentDialog.module.css';

/** What the details are for, how long, and whom to write to. Its version travels with the enrolment. The
 * address is a link in the lines below. */
export function PrivacyNotice() {
  const { email } = useRemote().config.company;
  return (
    <p className={styles.notice}>
      {enrolment.notice.text} {email}.
    </p>
  );
}
