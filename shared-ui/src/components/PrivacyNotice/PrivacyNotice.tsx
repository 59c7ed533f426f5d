import { NOTICE_FIELD, NOTICE_TEXT, NOTICE_VERSION } from 'contracts/notice';
import styles from './PrivacyNotice.module.css';

export interface PrivacyNoticeProps {
  /** Whom to write to: text, for the pages that it stands on have one link to write to, and every page's header has. */
  email: string;
}

/** Says beside a form what becomes of what is sent, and sends along which words these were. */
export function PrivacyNotice({ email }: PrivacyNoticeProps) {
  return (
    <>
      <input type="hidden" name={NOTICE_FIELD} value={NOTICE_VERSION} />
      <p className={styles.notice}>
        {NOTICE_TEXT} {email}.
      </p>
    </>
  );
}
