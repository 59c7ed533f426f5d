import { NOTICE_FIELD, type Notice } from 'site/notice';
import styles from './PrivacyNotice.module.css';

export interface PrivacyNoticeProps {
  /** Notice of the form beside it. */
  notice: Notice;
  /** Address to write to. It is text: the pages with this notice have a mail link already, and so has every header. */
  email: string;
}

/** Explains beside a form how its data is used, and sends the version of this text with the form. */
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
