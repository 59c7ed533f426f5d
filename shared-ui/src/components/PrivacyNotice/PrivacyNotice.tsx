import { NOTICE_FIELD, NOTICES } from 'contracts/notice';
import styles from './PrivacyNotice.module.css';

export interface PrivacyNoticeProps {
  /** What the form beside it is for. */
  kind?: keyof typeof NOTICES;
  /** Whom to write to: text, for the pages that it stands on have one link to write to, and every page's header has. */
  email: string;
}

/** Says beside a form what becomes of what is sent, and sends along which words these were. */
export function PrivacyNotice({ kind = 'enquiry', email }: PrivacyNoticeProps) {
  const { version, text } = NOTICES[kind];
  return (
    <>
      <input type="hidden" name={NOTICE_FIELD} value={version} />
      <p className={styles.notice}>
        {text} {email}.
      </p>
    </>
  );
}
