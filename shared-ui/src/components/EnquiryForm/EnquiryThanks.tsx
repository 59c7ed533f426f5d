import { useEffect, useRef } from 'react';
import styles from './EnquiryForm.module.css';

/** Thanks in the form's place. Takes the focus that the vanished form had. */
export function EnquiryThanks() {
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => panel.current?.focus(), []);
  return (
    <div ref={panel} className={styles.thanks} role="status" tabIndex={-1}>
      <svg className={styles.knot} viewBox="0 0 120 48" aria-hidden="true">
        <path
          d="M2 34c22 0 30-26 46-26 13 0 13 22 1 22s-11-24 6-24c20 0 26 28 60 28"
          stroke="currentColor"
          strokeWidth="2.5"
          strokeDasharray="9 5"
          strokeLinecap="round"
        />
      </svg>
      <p>Thank you! Your message has been sent successfully.</p>
    </div>
  );
}
