import type { SendMailOptions } from 'nodemailer';
import { FORM_FIELDS } from '../../wire/form-fields';
import type { FormName } from '../db/schema';
import { FORM_TITLES } from '../schemas/forms';
import { escapeHtml } from '../support/escape-html';
import { spokenTime } from '../support/site-zone';
import type { QueuedMail } from './queued-mail';

type Fields = Readonly<Record<string, string>>;

const rowsOf = (form: FormName, fields: Fields): { label: string; value: string }[] => {
  const rows = FORM_FIELDS[form].map(({ name, label }) => ({ label, value: fields[name] ?? '' }));
  return fields.file ? [...rows, { label: 'File', value: fields.file }] : rows;
};

const subjectOf = (form: FormName, fields: Fields, suspect: boolean): string => {
  const who = fields.name ?? [fields.fname, fields.lname].filter(Boolean).join(' ');
  const mark = suspect ? '[suspect] ' : '';
  return `${mark}${FORM_TITLES[form]} from ${who}${fields.subject ? `: ${fields.subject}` : ''}`;
};

const paragraphs = (text: string): string => escapeHtml(text).replace(/\r?\n/g, '<br>');

/** What the mail of a form says, as text and as a table. */
export const contentOfForm = (form: FormName, fields: Fields, mail: QueuedMail): SendMailOptions => {
  const rows = rowsOf(form, fields);
  const when = spokenTime(mail.createdAt);
  return {
    replyTo: mail.email,
    subject: subjectOf(form, fields, mail.suspect),
    text: `${rows.map(({ label, value }) => `${label}: ${value}`).join('\n')}\n\nSent from the website on ${when}. Answer this mail to reach the sender.\n`,
    html: [
      '<!doctype html><html lang="en"><body>',
      `<h1>${escapeHtml(FORM_TITLES[form])}</h1><table>`,
      ...rows.map(
        ({ label, value }) =>
          `<tr><th scope="row" align="left" valign="top">${escapeHtml(label)}</th><td>${paragraphs(value)}</td></tr>`,
      ),
      `</table><p>Sent from the website on ${when}. Answer this mail to reach the sender.</p></body></html>`,
    ].join('\n'),
  };
};
