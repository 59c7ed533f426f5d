import { readFileSync } from 'node:fs';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { isOwnMachine } from '@wholepage/page-rules/address';
import { escapeHtml } from '@wholepage/page-rules/html';
import { eq } from 'drizzle-orm';
import type { SendMailOptions } from 'nodemailer';
import nodemailer from 'nodemailer';
import { companySchema } from 'site/config';
import * as z from 'zod';
import { FORMS, type FormName } from '../../wire/forms';
import type { Queries } from '../db/database';
import { type MailFault, type MailMessage, type mails, siteFacts } from '../db/tables/schema';
import { messageOf, StartError } from '../errors';
import { OUTBOX } from '../files/file-store';
import type { Config } from '../settings/config';
import { spokenTime } from '../support/site-zone';

/* Mails: their sender, composition, transport, and reasons of refusal. */

export interface MailOwner {
  name: string;
  /** The address that visitors read. */
  email: string;
  /** Postal address and phone numbers under a receipt, as written. */
  address: string[];
  phones: string[];
  /** Sender of all mails, and recipient of the owner's, enquiries included. */
  mail: { from: string; to: string };
  /** The office's origin for links in the owner's mails; empty where there is none. */
  officeOrigin: string;
}

/** Returns the present owner's data. Call it for each mail: the office may change it any time. */
export type OwnerSource = (queries: Queries) => Promise<MailOwner>;

const mailOwnerSchema = companySchema
  .pick({ name: true, email: true, mail: true })
  .extend({ address: z.array(z.string()).default([]), phones: z.array(z.string()).default([]) })
  .strip();

/** Reads the company's data from the file that the whole site shares. @throws StartError when the file is missing or invalid */
function readCompanyFile(file: string) {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new StartError(`The company's details in ${file} cannot be read (${messageOf(error)}).`);
  }
  const parsed = mailOwnerSchema.safeParse(content);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new StartError(`The company's details in ${file} are wrong at ${issue?.path.join('.')}: ${issue?.message}.`);
  }
  return parsed.data;
}

type Settings = Pick<Config, 'companyFile' | 'officeOrigin'>;

/**
 * Returns the source of the owner's data: the office's edit, or else the file, as for pages. A file that becomes
 * unreadable keeps its last content.
 * @throws StartError when the file is missing or invalid at the start
 */
export function ownerSource({ companyFile, officeOrigin }: Settings, onTrouble: (text: string) => void): OwnerSource {
  let ofFile = readCompanyFile(companyFile);
  const read = () => {
    try {
      ofFile = readCompanyFile(companyFile);
    } catch (error) {
      onTrouble(messageOf(error));
    }
    return ofFile;
  };
  return async (queries) => {
    const [fact] = await queries.select().from(siteFacts).where(eq(siteFacts.name, 'company'));
    const { mail, ...company } = mailOwnerSchema.safeParse(fact?.value).data ?? read();
    const { email } = company;
    return {
      ...company,
      mail: { from: mail?.from ?? email, to: mail?.to ?? email },
      officeOrigin,
    };
  };
}

type QueuedMail = Pick<
  typeof mails.$inferSelect,
  'id' | 'form' | 'fields' | 'message' | 'email' | 'createdAt' | 'suspect'
>;

const contentOf = (mail: QueuedMail): SendMailOptions => {
  if (mail.message) {
    const { personal: _personal, ...content } = mail.message;
    return content;
  }
  if (mail.form && mail.fields) return contentOfForm(mail.form, mail.fields, mail);
  throw new Error(`Mail ${mail.id} has neither a form nor a message.`);
};

/**
 * Composes a message. A visitor's address is in Reply-To only, because a sender of another domain would be refused as
 * forged. The Message-ID is the queue's id, so that mail servers can drop a repeat.
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
    // Automatic mails should not trigger replies, such as about a delay.
    headers: mail.message?.personal ? {} : { 'Auto-Submitted': 'auto-generated' },
  };
}

type Fields = Readonly<Record<string, string>>;

interface Row {
  label: string;
  value: string;
}

/** Label of the link to a file. No field of a form has it. */
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

/** Returns a cell: our own address as a link, what a visitor typed as text. */
const cell = ({ label, value }: Row): string =>
  label === PLACE && URL.canParse(value)
    ? `<a href="${escapeHtml(value)}">${escapeHtml(value)}</a>`
    : paragraphs(value);

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
          `<tr valign="top"><th scope="row" align="left">${escapeHtml(row.label)}</th><td style="overflow-wrap: anywhere">${cell(row)}</td></tr>`,
      ),
      `</table><p>Sent from the website on ${when}. Answer this mail to reach the sender.</p></body></html>`,
    ].join('\n'),
  };
};

/** Delivers messages. `deliver` throws when a message was not accepted and is to be retried. */
export interface MailTransport {
  deliver(id: string, message: SendMailOptions): Promise<void>;
  close(): void;
}

export const openTransport = ({ smtpUrl, smtpPlain, dataDir }: Config): MailTransport =>
  smtpUrl ? smtpTransport(smtpUrl, smtpPlain) : outboxTransport(path.join(dataDir, OUTBOX));

/** Options of nodemailer that an address's query could switch off. */
const ENCRYPTION = ['requireTLS', 'ignoreTLS', 'opportunisticTLS'];

const withoutEncryption = (url: string): string => {
  const address = new URL(url);
  for (const name of ENCRYPTION) address.searchParams.delete(name);
  return address.href;
};

/**
 * Delivers to a mail server. Connections beyond this machine must be encrypted, because the network could read password
 * and mails otherwise.
 * @param isPlain allows unencrypted connections (`SMTP_PLAIN=1`)
 */
export function smtpTransport(url: string, isPlain = false): MailTransport {
  const options = {
    url: withoutEncryption(url),
    pool: true,
    maxConnections: 2,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    requireTLS: !isPlain && !isOwnMachine(new URL(url)),
  };
  const transport = nodemailer.createTransport(options);
  return {
    deliver: async (_id, message) => {
      await transport.sendMail(message);
    },
    close: () => transport.close(),
  };
}

/**
 * Writes each message to `{folder}/{id}.eml`, named by the queue's id, whole or not at all. A delivery that is repeated
 * after a crash leaves one file.
 */
export function outboxTransport(folder: string): MailTransport {
  const builder = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    deliver: async (id, message) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const built = await builder.sendMail(message);
      const target = path.join(folder, `${id}.eml`);
      await writeFile(`${target}.part`, built.message as Buffer, { mode: 0o600, flush: true });
      await rename(`${target}.part`, target);
    },
    close: () => builder.close(),
  };
}

/** Error codes of wrong credentials or encryption: a setting has to change. */
const SETTINGS_CODES = new Set(['EAUTH', 'ENOAUTH', 'ETLS', 'EREQUIRETLS', 'EOAUTH2', 'ECONFIG', 'EPROXY']);

/** Messages of an unknown host, a foreign certificate, or a port of another protocol. */
const WRONG_ADDRESS = /ENOTFOUND|certificate|SSL routines/;

/** Enhanced status codes (RFC 3463) and words of a refused sender in the response to a recipient. */
const ABOUT_SENDER = /\b[45]\.(7\.\d+|1\.[78])\b|relay|authenticat|sender/i;

/** An address in a response, which may hold any word, such as `relay@buyer.example`. */
const ADDRESS = /[^\s<>@]+@[^\s<>@]+/g;

/**
 * Returns why a mail was refused:
 * - `settings`: the owner has to correct a setting (sender, password, encryption, address of the mail server or of the owner),
 *   or the server refuses the content from this sender;
 * - `server`: no server answers, or it takes nothing from this site for now (4xx, RFC 5321 section 4.2.1);
 * - `recipient`: the recipient's address is wrong;
 * - undefined: the recipient takes no mail for now.
 * @param isToOwner true when the recipient is a setting, too
 */
export function faultOf(error: unknown, isToOwner: boolean): MailFault | undefined {
  // What the mail server answered, as nodemailer tells it.
  const { code, responseCode, command, message } = (error ?? {}) as Readonly<Record<string, unknown>>;
  if (SETTINGS_CODES.has(String(code))) return 'settings';
  if (typeof responseCode !== 'number') return WRONG_ADDRESS.test(String(message)) ? 'settings' : 'server';
  const isForGood = responseCode >= 500 && responseCode <= 599;
  const isOfSite = command !== 'RCPT TO' || isToOwner || ABOUT_SENDER.test(String(message).replace(ADDRESS, ''));
  if (isOfSite) return isForGood ? 'settings' : 'server';
  return isForGood ? 'recipient' : undefined;
}

/** Returns a test mail to the owner. */
export const probeMessage = (owner: Pick<MailOwner, 'name'>, at = new Date()): MailMessage => ({
  subject: `Mail works: ${owner.name}`,
  text: `${hostname()} sent this on ${spokenTime(at)} to try its mail settings. Enquiries and receipts go the same way.\n`,
});
