import nodemailer from 'nodemailer';
import type { MailTransport } from './transport';

/** Delivers to a mail server. */
export function smtpTransport(url: string): MailTransport {
  const options = {
    url,
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  };
  const transport = nodemailer.createTransport(options);
  return {
    deliver: async (_id, message) => {
      await transport.sendMail(message);
    },
    close: () => transport.close(),
  };
}
