import { escapeHtml } from '@wholepage/page-rules/html';
import type { SendMailOptions } from 'nodemailer';
import { FORMS } from '../../wire/forms';
import type { FormName, MailMessage } from '../db/tables/schema';
import type { MailOwner } from '../settings/company';
import { spokenTime } from '../support/site-zone';

/** A queued mail, as the database keeps it. */
interface QueuedMail {
  id: string;
  form: FormName | null;
  fields: Record<string, string> | null;
  message: MailMessage | null;
  email: string;
  createdAt: Date;
  /** Looks like spam: its subject says so, so that a mailbox can sort it. */
  suspect: boolean;
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
export function composeMail(mail: QueuedMail, owner: Pick<MailOwner, 'name' | 'mail'>): SendMailOptions {
  const { from, to } = owner.mail;
  return {
    to,
    ...contentOf(mail),
    from: { name: owner.name, address: from },
    date: mail.createdAt,
    messageId: `<${mail.id}@${from.split('@')[1] ?? 'localhost'}>`,
    disableFileAccess: true,
    disableUrlAccess: true,
    // Hours of greylisting are not a reason to tell the sender of an automatic mail.
    headers: mail.message?.personal ? {} : { 'Auto-Submitted': 'auto-generated' },
  };
}

type Fields = Readonly<Record<string, string>>;

interface Row {
  label: string;
  value: string;
}

/** Where the owner gets a file that came along. No field of a form has this label. */
const PLACE = 'Open it';

const rowsOf = (form: FormName, fields: Fields): Row[] => {
  const rows = FORMS[form].fields
    .map(({ name, label }) => ({ label, value: fields[name] ?? '' }))
    .filter(({ value }) => value !== '');
  if (!fields.file) return rows;
  const place = fields.file_at ? [{ label: PLACE, value: fields.file_at }] : [];
  return [...rows, { label: 'File', value: fields.file }, ...place];
};

const subjectOf = (form: FormName, fields: Fields, suspect: boolean): string => {
  const who = fields.name ?? [fields.fname, fields.lname].filter(Boolean).join(' ');
  const mark = suspect ? '[suspect] ' : '';
  return `${mark}${FORMS[form].title} from ${who}${fields.subject ? `: ${fields.subject}` : ''}`;
};

const paragraphs = (text: string): string => escapeHtml(text).replace(/\r?\n/g, '<br>');

/** An address of ours as a link; what a visitor typed stays text. */
const cell = ({ label, value }: Row): string =>
  label === PLACE && URL.canParse(value)
    ? `<a href="${escapeHtml(value)}">${escapeHtml(value)}</a>`
    : paragraphs(value);

/** What the mail of a form says, as text and as a table. */
const contentOfForm = (form: FormName, fields: Fields, mail: QueuedMail): SendMailOptions => {
  const rows = rowsOf(form, fields);
  const when = spokenTime(mail.createdAt);
  return {
    replyTo: mail.email,
    subject: subjectOf(form, fields, mail.suspect),
    text: `${rows.map(({ label, value }) => `${label}: ${value}`).join('\n')}\n\nSent from the website on ${when}. Answer this mail to reach the sender.\n`,
    html: [
      '<!doctype html><html lang="en"><body>',
      `<h1>${escapeHtml(FORMS[form].title)}</h1><table>`,
      ...rows.map(
        (row) =>
          `<tr><th scope="row" align="left" valign="top">${escapeHtml(row.label)}</th><td>${cell(row)}</td></tr>`,
      ),
      `</table><p>Sent from the website on ${when}. Answer this mail to reach the sender.</p></body></html>`,
    ].join('\n'),
  };
};
