import type { SendMailOptions } from 'nodemailer';
import type { MailOwner } from '../company';
import type { FormName } from '../db/schema';
import { escapeHtml } from '../enquiries/retry-page';
import { FORM_LABELS } from '../schemas/forms';

/** A queued mail, as the database keeps it. */
export interface QueuedMail {
  id: string;
  form: FormName;
  fields: Record<string, string>;
  email: string;
  createdAt: Date;
}

export interface MailAddresses {
  /** Name of the site's owner, and the sender's address. */
  from: MailOwner;
  to: string;
}

const rowsOf = (mail: QueuedMail): { label: string; value: string }[] => {
  const rows = FORM_LABELS[mail.form].fields.map(({ name, label }) => ({ label, value: mail.fields[name] ?? '' }));
  return mail.fields.file ? [...rows, { label: 'File', value: mail.fields.file }] : rows;
};

const subjectOf = (mail: QueuedMail): string => {
  const { title } = FORM_LABELS[mail.form];
  const who = mail.fields.name ?? [mail.fields.fname, mail.fields.lname].filter(Boolean).join(' ');
  return mail.fields.subject ? `${title} from ${who}: ${mail.fields.subject}` : `${title} from ${who}`;
};

const paragraphs = (text: string): string => escapeHtml(text).replace(/\r?\n/g, '<br>');

/**
 * Makes the message of an enquiry. The visitor's address stands in Reply-To only: a sender that the mail server does
 * not own would be refused as forged. The Message-ID is the queue's, so that a mail server can drop a repeat.
 */
export function composeMail(mail: QueuedMail, { from, to }: MailAddresses): SendMailOptions {
  const rows = rowsOf(mail);
  const when = mail.createdAt.toISOString();
  return {
    from: { name: from.name, address: from.email },
    to,
    replyTo: mail.email,
    subject: subjectOf(mail),
    date: mail.createdAt,
    messageId: `<${mail.id}@${from.email.split('@')[1] ?? 'localhost'}>`,
    text: `${rows.map(({ label, value }) => `${label}: ${value}`).join('\n')}\n\nSent from the website on ${when}. Answer this mail to reach the sender.\n`,
    html: [
      '<!doctype html><html lang="en"><body>',
      `<h1>${escapeHtml(FORM_LABELS[mail.form].title)}</h1><table>`,
      ...rows.map(
        ({ label, value }) =>
          `<tr><th scope="row" align="left" valign="top">${escapeHtml(label)}</th><td>${paragraphs(value)}</td></tr>`,
      ),
      `</table><p>Sent from the website on ${when}. Answer this mail to reach the sender.</p></body></html>`,
    ].join('\n'),
    disableFileAccess: true,
    disableUrlAccess: true,
    // Hours of greylisting are no reason to tell the sender of an automatic mail.
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}
