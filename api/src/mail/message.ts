import type { SendMailOptions } from 'nodemailer';
import type { MailOwner } from '../settings/company';
import { contentOfForm } from './form-content';
import type { QueuedMail } from './queue/queued-mail';

export interface MailAddresses {
  /** Name of the site's owner, and the sender's address. */
  from: Pick<MailOwner, 'name' | 'email'>;
  to: string;
}

const contentOf = (mail: QueuedMail): SendMailOptions => {
  if (mail.message) {
    const { personal: _personal, ...content } = mail.message;
    return content;
  }
  if (mail.form && mail.fields) return contentOfForm(mail.form, mail.fields, mail);
  throw new Error(`Mail ${mail.id} has neither a form nor a message.`);
};

/**
 * Makes the message. A visitor's address stands in Reply-To only: a sender that the mail server does not own would be
 * refused as forged. The Message-ID is the queue's, so that a mail server can drop a repeat.
 */
export function composeMail(mail: QueuedMail, { from, to }: MailAddresses): SendMailOptions {
  return {
    to,
    ...contentOf(mail),
    from: { name: from.name, address: from.email },
    date: mail.createdAt,
    messageId: `<${mail.id}@${from.email.split('@')[1] ?? 'localhost'}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
    // Hours of greylisting are not a reason to tell the sender of an automatic mail.
    headers: mail.message?.personal ? {} : { 'Auto-Submitted': 'auto-generated' },
  };
}
