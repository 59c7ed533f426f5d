import type { MailFault } from '../../db/tables/schema';

/** What the mail server answered, as nodemailer tells it. */
interface SmtpError {
  code?: unknown;
  responseCode?: unknown;
  command?: unknown;
  message?: unknown;
}

/** A password or an encryption that cannot be agreed on: somebody has to change a setting. */
const SETTINGS_CODES = new Set(['EAUTH', 'ENOAUTH', 'ETLS', 'EREQUIRETLS', 'EOAUTH2', 'ECONFIG', 'EPROXY']);

/** A host that nobody knows, a certificate that is not the host's, or a port that speaks another protocol. */
const WRONG_ADDRESS = /ENOTFOUND|certificate|SSL routines/;

/** Enhanced status codes (RFC 3463) and words by which a server refuses the sender although it answers the recipient. */
const ABOUT_SENDER = /\b[45]\.(7\.\d+|1\.[78])\b|relay|authenticat|sender/i;

/** Addresses in an answer are words of their owners, such as `relay@buyer.example`. */
const ADDRESS = /[^\s<>@]+@[^\s<>@]+/g;

/**
 * Why a mail was not taken:
 * - `settings`: the site's owner has to mend a setting, or a content that the server does not take from this sender.
 *   Such settings are sender, password, encryption, the mail server's address and the owner's own address;
 * - `server`: no server answers, or it takes nothing from this site for now (4xx, RFC 5321 section 4.2.1);
 * - `recipient`: the address that the mail goes to is wrong;
 * - undefined: that address takes no mail for now.
 * @param isToOwner the recipient is a setting, too
 */
export function faultOf(error: unknown, isToOwner: boolean): MailFault | undefined {
  const { code, responseCode, command, message } = (error ?? {}) as SmtpError;
  if (SETTINGS_CODES.has(String(code))) return 'settings';
  if (typeof responseCode !== 'number') return WRONG_ADDRESS.test(String(message)) ? 'settings' : 'server';
  const isForGood = responseCode >= 500 && responseCode <= 599;
  const isOfSite = command !== 'RCPT TO' || isToOwner || ABOUT_SENDER.test(String(message).replace(ADDRESS, ''));
  if (isOfSite) return isForGood ? 'settings' : 'server';
  return isForGood ? 'recipient' : undefined;
}
