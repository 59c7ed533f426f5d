import { createHash, randomUUID } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { ENQUIRY_NOTICE, NOTICE_FIELD } from 'site/notice';
import { type FormFields, SUBMISSION_FIELD, SUBMISSION_HEADER } from '../../wire/enquiries';
import type { FieldRule } from '../../wire/field-rule';
import { FORMS } from '../../wire/forms';
import type { enquiries, FormName } from '../db/tables/schema';
import { RefusedError } from '../errors';
import { isSuspect, type Sign, signsOf } from './suspicion';

/** A form that passed its schema. */
export interface Submission {
  form: FormName;
  fields: FormFields;
  key: SubmissionKey;
  /** What makes it look like spam. */
  signs: readonly Sign[];
  /** Version of the data protection notice beside the form. */
  notice: string;
}

/**
 * What a request asks for, whichever of its calls it is.
 * @param body as its route has checked it
 * @param file hash of the file that makes it another submission; undefined where it does not
 */
export function submissionOf(form: FormName, request: FastifyRequest, body: unknown, file?: string): Submission {
  const fields = fieldsOf(form, body);
  const content = file === undefined ? [form, fields] : [form, fields, file];
  const key = submissionKey(submissionIdOf(request, body), content, request.ip);
  return { form, fields, key, signs: signsOf(form, body), notice: readNotice(body) };
}

/** A submission as a row of `enquiries`, with an id of its own. @param mailOnly nobody has saved it yet */
export const columns = ({ form, fields, key, signs, notice }: Submission, mailOnly: boolean) => {
  const row: Partial<Record<Column, string>> = {};
  const answers: Record<string, string> = {};
  for (const [name, value] of Object.entries(fields)) {
    const column = COLUMN_OF[name];
    if (column) row[column] = value;
    else answers[name] = value;
  }
  return {
    id: randomUUID(),
    submissionKey: key.key,
    form,
    status: isSuspect(signs) ? ('suspect' as const) : ('new' as const),
    signals: [...signs],
    notice,
    mailOnly,
    phone: '',
    answers,
    ...row,
    email: fields.email,
  };
};

type Column = 'fname' | 'lname' | 'name' | 'email' | 'phone' | 'subject' | 'message';

/** Fields that lists, search and replies know, by the column that holds them. All others are kept among the answers. */
const COLUMN_OF: Readonly<Record<string, Column>> = {
  fname: 'fname',
  lname: 'lname',
  name: 'name',
  email: 'email',
  phone: 'phone',
  number: 'phone',
  subject: 'subject',
  message: 'message',
};

type Kept = Pick<typeof enquiries.$inferSelect, Column | 'form' | 'answers'>;

/** What a visitor typed, under the names of its form. */
export const typedOf = (row: Kept): Record<string, string> =>
  Object.fromEntries(
    FORMS[row.form].fields.map(({ name }) => [
      name,
      (COLUMN_OF[name] ? row[COLUMN_OF[name]] : row.answers[name]) ?? '',
    ]),
  );

/** Fields of any form that have no column of their own: name and label. */
export const FURTHER_FIELDS: readonly { name: string; label: string }[] = [
  ...new Map(
    Object.values(FORMS)
      .flatMap(({ fields }) => fields as readonly FieldRule[])
      .filter(({ name }) => !COLUMN_OF[name])
      .map(({ name, label }) => [name, { name, label }]),
  ).values(),
];

/** Answers in words, in the order of the forms. One to a field that forms no longer have goes by its name. */
export const answersInWords = (answers: Readonly<Record<string, string>>): { label: string; value: string }[] => {
  const known = FURTHER_FIELDS.map(({ name, label }) => ({ label, value: answers[name] ?? '' }));
  const unknown = Object.entries(answers)
    .filter(([name]) => !FURTHER_FIELDS.some((field) => field.name === name))
    .map(([label, value]) => ({ label, value }));
  return [...known, ...unknown].filter(({ value }) => value !== '');
};

/** Without an id, the same content from the same address within this time is a repeat. */
export const REPEAT_WINDOW_MS = 10 * 60_000;

/** Identifies a submission, so that it is kept once however often it arrives. */
export interface SubmissionKey {
  key: string;
  /** The key that the same content had in the window before; set only when the visitor's browser made no id. */
  previous?: string;
}

/** Multipart and url-encoded posts have CRLF where JSON has LF; both are the same submission. */
const sameBreaks = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/\r\n?/g, '\n') : value;

const hash = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts, sameBreaks)).digest('base64url');

/**
 * What the limiter counts once: the e-mail call and the save of one submission have the same id and content. Other content
 * under the same id is another submission. Undefined when the browser made no id.
 */
export const contentToken = (id: string | undefined, form: FormName, body: unknown): string | undefined => {
  if (id === undefined) return undefined;
  const given = typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
  return hash([id, ...FORMS[form].fields.map(({ name }) => given[name] ?? null)]);
};

/**
 * The content is part of the key. A visitor who corrects the message and sends it again under the same id has sent
 * something new. It must not be lost.
 * @param address of the visitor; only used, as part of a hash, when there is no id
 */
export function submissionKey(
  id: string | undefined,
  content: readonly unknown[],
  address: string,
  now = Date.now(),
): SubmissionKey {
  if (id !== undefined) return { key: `id:${hash([id, ...content])}` };
  const window = Math.floor(now / REPEAT_WINDOW_MS);
  const of = (number: number) => `auto:${hash([number, address, ...content])}`;
  return { key: of(window), previous: of(window - 1) };
}

const NOTICE = /^[\w.-]{1,32}$/;

/** The version of the data protection notice that the sender had read: what the form says, else the one that is shown now. */
const readNotice = (body: unknown): string => {
  const value = typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[NOTICE_FIELD] : undefined;
  return typeof value === 'string' && NOTICE.test(value) ? value : ENQUIRY_NOTICE.version;
};

/** The fields of the form out of a body that its route has checked, in the form's order: they are kept, mailed and hashed. */
const fieldsOf = (form: FormName, body: unknown): FormFields => {
  const given = body as Readonly<Record<string, string>>;
  return Object.fromEntries(FORMS[form].fields.map(({ name }) => [name, given[name] ?? ''])) as FormFields;
};

const ID = /^[\w.:-]{8,128}$/;

/**
 * The id of a submission as sent, in the header or else among the fields; undefined when there is none.
 * @param fields of a form that browsers without scripts send, too
 * @throws RefusedError when it is not one that a browser of this site makes
 */
export function submissionIdOf(request: FastifyRequest, fields?: unknown): string | undefined {
  const field = (fields as Record<string, unknown> | null | undefined)?.[SUBMISSION_FIELD];
  const value: unknown = request.headers[SUBMISSION_HEADER.toLowerCase()] || field;
  if (value === undefined || value === '') return undefined;
  if (typeof value !== 'string' || !ID.test(value)) {
    throw new RefusedError(400, 'This form could not be recognised. Please reload the page and send it again.');
  }
  return value;
}
