import { isIPv4 } from 'node:net';
import nodemailer from 'nodemailer';
import type { MailTransport } from './transport';

/** True for this machine itself, where nobody listens in between. */
const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || (isIPv4(host) && host.startsWith('127.'));

/** What of nodemailer's options an address could switch off by its query. */
const ENCRYPTION = ['requireTLS', 'ignoreTLS', 'opportunisticTLS'];

const withoutEncryption = (url: string): string => {
  const address = new URL(url);
  for (const name of ENCRYPTION) address.searchParams.delete(name);
  return address.href;
};

/**
 * Delivers to a mail server. Beyond this machine a connection is encrypted or not made. Without STARTTLS, anybody on
 * the way could read the password and every mail.
 * @param isPlain mails and password may go unencrypted (`SMTP_PLAIN=1`)
 */
export function smtpTransport(url: string, isPlain = false): MailTransport {
  const options = {
    url: withoutEncryption(url),
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    requireTLS: !isPlain && !isLoopback(new URL(url).hostname),
  };
  const transport = nodemailer.createTransport(options);
  return {
    deliver: async (_id, message) => {
      await transport.sendMail(message);
    },
    close: () => transport.close(),
  };
}
