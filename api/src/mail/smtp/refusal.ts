import type { MailFault } from '../../db/tables/schema';

/** What the mail server answered, as nodemailer tells it. */
interface SmtpError {
  code?: unknown;
  responseCode?: unknown;
  command?: unknown;
  message?: unknown;
}

/** A password or an encryption that cannot be agreed on: no mail of this site goes out until somebody changes a setting. */
const SETTINGS_CODES = new Set(['EAUTH', 'ENOAUTH', 'ETLS', 'EREQUIRETLS', 'EOAUTH2', 'ECONFIG', 'EPROXY']);

/** Enhanced status codes (RFC 3463) and words by which a server refuses the sender although it answers the recipient. */
const ABOUT_SENDER = /\b5\.(7\.\d+|1\.[78])\b|relay|authenticat|sender/i;

/** Addresses in an answer are words of their owners, such as `relay@buyer.example`. */
const ADDRESS = /[^\s<>@]+@[^\s<>@]+/g;

/**
 * Whose fault a refusal is: `settings` for all that the site's owner can mend (sender, password, encryption, the owner's
 * own address, or a content that the server does not take from this sender), `recipient` when only the address that
 * the mail goes to is wrong, undefined when the server may take it later (4xx, RFC 5321 section 4.2.1).
 * @param isToOwner the recipient is a setting, too
 */
export function faultOf(error: unknown, isToOwner: boolean): MailFault | undefined {
  const { code, responseCode, command, message } = (error ?? {}) as SmtpError;
  if (SETTINGS_CODES.has(String(code))) return 'settings';
  if (typeof responseCode !== 'number' || responseCode < 500 || responseCode > 599) return undefined;
  if (command !== 'RCPT TO' || isToOwner || ABOUT_SENDER.test(String(message).replace(ADDRESS, ''))) return 'settings';
  return 'recipient';
}
