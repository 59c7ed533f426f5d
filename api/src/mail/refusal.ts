/** What the mail server answered, as nodemailer tells it. */
interface SmtpError {
  responseCode?: unknown;
  command?: unknown;
}

/** Commands that are about one mail. A refused greeting or password concerns all of them, and its owner can mend it. */
const ABOUT_THE_MAIL = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);

/** True when the server said of this very mail that it will never take it (5xx, RFC 5321 section 4.2.1). */
export const isPermanent = (error: unknown): boolean => {
  const { responseCode, command } = (error ?? {}) as SmtpError;
  return (
    typeof responseCode === 'number' && responseCode >= 500 && responseCode < 600 && ABOUT_THE_MAIL.has(String(command))
  );
};
