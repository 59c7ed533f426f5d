import { NOTICE_FIELD, type Notice } from 'site/notice';
import styles from './PrivacyNotice.module.css';

export interface PrivacyNoticeProps {
  /** Of the form that it stands beside. */
  notice: Notice;
  /** Whom to write to: text, for the pages that it stands on have one link to write to, and every page's header has. */
  email: string;
}

/** Says beside a form what becomes of what is sent, and sends along which words these were. */
export function PrivacyNotice({ notice: { version, text }, email }: PrivacyNoticeProps) {
  return (
    <>
      <input type="hidden" name={NOTICE_FIELD} value={version} />
      <p className={styles.notice}>
        {text} {email}.
      </p>
    </>
  );
}
