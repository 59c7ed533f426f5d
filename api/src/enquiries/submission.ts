import { randomUUID } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import { ENQUIRY_NOTICE, NOTICE_FIELD } from 'site/notice';
import type { FormFields } from '../../wire/enquiries';
import type { Column, FieldRule } from '../../wire/field-rule';
import {
  FILL_SECONDS_FIELD,
  FILL_SECONDS_HEADER,
  FORMS,
  type FormName,
  HONEYPOT_FIELD,
  NOTICE_HEADER,
} from '../../wire/forms';
import type { Db, Queries } from '../db/database';
import { enquiries, files } from '../db/tables/schema';
import type { Outgoing } from '../mail/queue';
import { hashOf, REPEAT_WINDOW_MS, submissionIdOf, submissionKey } from '../plugins/requests';
import { inBatches } from '../support/in-batches';
import type { StoredFile } from '../uploads/store';

type Submission = ReturnType<typeof submissionOf>;

const NOTICE = /^[\w.-]{1,32}$/;

/**
 * Reads a submission from any of its calls.
 * @param body validated by its route
 * @param file hash of a file that distinguishes submissions; undefined where it does not
 */
export function submissionOf(form: FormName, request: FastifyRequest, body: unknown, file?: string) {
  const given = body as Body;
  // In the form's order, for storage, mail and hash.
  const fields = Object.fromEntries(FORMS[form].fields.map(({ name }) => [name, given[name] ?? ''])) as FormFields;
  const content = file === undefined ? [form, fields] : [form, fields, file];
  const key = submissionKey(submissionIdOf(request, body), content, request.ip);
  const said: Body = {
    // Calls of scripts use headers for what other posts have in fields.
    [NOTICE_FIELD]: request.headers[NOTICE_HEADER.toLowerCase()],
    [FILL_SECONDS_FIELD]: request.headers[FILL_SECONDS_HEADER.toLowerCase()],
    ...given,
  };
  // The version that the sender read, if the form says so; else the present one.
  const read = textOf(said, NOTICE_FIELD);
  const notice = NOTICE.test(read) ? read : ENQUIRY_NOTICE.version;
  return { form, fields, key, signals: signalsOf(form, said), notice };
}

/** Returns a submission as a row of `enquiries` with a new id. @param mailOnly true before it is saved */
const columns = ({ form, fields, key, signals, notice }: Submission, mailOnly: boolean) => {
  const row: Partial<Record<Column, string>> = {};
  const answers: Record<string, string> = {};
  for (const field of FORMS[form].fields) {
    const value = fields[field.name] ?? '';
    if (field.column) row[field.column] = value;
    else answers[field.name] = value;
  }
  return {
    id: randomUUID(),
    submissionKey: key.key,
    form,
    status: isSuspect(signals) ? ('suspect' as const) : ('new' as const),
    signals,
    notice,
    mailOnly,
    phone: '',
    answers,
    ...row,
    email: fields.email,
  };
};

type Kept = Pick<typeof enquiries.$inferSelect, Column | 'form' | 'answers'>;

/** Returns what a visitor typed, by the form's field names. */
export const typedOf = (row: Kept): Record<string, string> =>
  Object.fromEntries(
    FORMS[row.form].fields.map(({ name, column }) => [name, (column ? row[column] : row.answers[name]) ?? '']),
  );

const isAnswer = ({ column }: FieldRule): boolean => column === undefined;

/** Names of all forms' fields that are stored as answers. */
export const FURTHER_FIELDS: readonly string[] = [
  ...new Set(Object.values(FORMS).flatMap(({ fields }) => fields.filter(isAnswer).map(({ name }) => name))),
];

/** Returns answers with labels, in the form's order. An answer to a removed field is labelled with its name. */
export const answersInWords = ({
  form,
  answers,
}: Pick<Kept, 'form' | 'answers'>): { label: string; value: string }[] => {
  const fields = FORMS[form].fields.filter(isAnswer);
  const known = fields.map(({ name, label }) => ({ label, value: answers[name] ?? '' }));
  const unknown = Object.entries(answers)
    .filter(([name]) => !fields.some((field) => field.name === name))
    .map(([label, value]) => ({ label, value }));
  return [...known, ...unknown].filter(({ value }) => value !== '');
};

/**
 * Returns the limiter's key of a submission: its e-mail call and its save have the same id and content, and count once.
 * Other content under the same id is another submission. Undefined when the browser sent no id.
 */
export const contentToken = (request: FastifyRequest, form: FormName, body: unknown): string | undefined => {
  const id = submissionIdOf(request, body);
  if (id === undefined) return undefined;
  // A value that is no text is refused later.
  return hashOf([id, ...FORMS[form].fields.map(({ name }) => textOf(Object(body), name))]);
};

/** Fewer seconds are a weak signal: people read a form before they send it, but autofill is fast, too. */
const FAST_SECONDS = 3;
const MANY_LINKS = 3;
/** A signal of this weight, or several that add up to it, make a submission suspect. */
const SUSPECT_WEIGHT = 2;

const LINK = /\bhttps?:\/\/|\bwww\./gi;
const MARKUP = /\[(url|link)\b|<a\s[^<>]*href/i;

/** Fields of a request, known or not. */
type Body = Readonly<Record<string, unknown>>;

const textOf = (body: Body, name: string): string => {
  const value = body[name];
  return typeof value === 'string' ? value : '';
};
const linksIn = (text: string): number => text.match(LINK)?.length ?? 0;
const isFast = (_form: FormName, body: Body): boolean => {
  const text = textOf(body, FILL_SECONDS_FIELD);
  return text !== '' && Number(text) < FAST_SECONDS;
};

const typed = (form: FormName, body: Body, kind: FieldRule['kind']): string[] =>
  FORMS[form].fields.filter((field) => field.kind === kind).map(({ name }) => textOf(body, name));

/** Spam signals with weights. docs/shop/enquiries.md has the reason of each. */
const SIGNALS = {
  'hidden-field': { weight: 2, is: (_form: FormName, body: Body) => textOf(body, HONEYPOT_FIELD) !== '' },
  'link-markup': {
    weight: 2,
    is: (form: FormName, body: Body) => typed(form, body, 'area').some((text) => MARKUP.test(text)),
  },
  'many-links': {
    weight: 1,
    is: (form: FormName, body: Body) => typed(form, body, 'area').some((text) => linksIn(text) >= MANY_LINKS),
  },
  'link-in-name': {
    weight: 1,
    is: (form: FormName, body: Body) => typed(form, body, 'text').some((text) => linksIn(text) > 0),
  },
  fast: { weight: 1, is: isFast },
} as const;

export type Signal = keyof typeof SIGNALS;

/** Returns a submission's spam signals. They only mark it: it is stored and mailed all the same. */
const signalsOf = (form: FormName, said: Body): Signal[] =>
  (Object.keys(SIGNALS) as Signal[]).filter((name) => SIGNALS[name].is(form, said));

const isSuspect = (signals: readonly Signal[]): boolean =>
  signals.reduce((sum, name) => sum + SIGNALS[name].weight, 0) >= SUSPECT_WEIGHT;

/** Upsert of a second call for the same enquiry: marks it saved, and adds signals. */
const SECOND_CALL = {
  target: enquiries.submissionKey,
  set: {
    mailOnly: sql`${enquiries.mailOnly} and excluded.mail_only`,
    signals: sql`array(select distinct unnest(${enquiries.signals} || excluded.signals) order by 1)`,
    // Repeated calls do not undo a status that the office cleared.
    status: sql`case when excluded.signals <@ ${enquiries.signals} then ${enquiries.status} else excluded.status end`,
  },
};

/** Concurrent enquiries are written in batches: one statement, and one wait for the disk. */
const BATCHES = { largest: 64, atOnce: 4 };

/** Returns a function that stores enquiries without mail. When it resolves, the enquiry is on disk, once. */
export function enquirySaver(db: Db): (submission: Submission) => Promise<void> {
  const insert = inBatches(BATCHES, async (submissions: readonly Submission[]) => {
    // A statement may touch a row once.
    const rows = [...new Map(submissions.map((one) => [one.key.key, columns(one, false)])).values()];
    // Sorted alike everywhere, so that two batches with the same repeats cannot deadlock.
    rows.sort((a, b) => (a.submissionKey < b.submissionKey ? -1 : 1));
    await db.insert(enquiries).values(rows).onConflictDoUpdate(SECOND_CALL);
    return submissions;
  });
  return async (submission) => void (await insert(await underItsKey(db, submission)));
}

interface SaveOptions {
  file?: StoredFile | undefined;
  officeOrigin: string;
  /** True for the e-mail call of a browser that saves next. */
  mailOnly?: boolean;
}

/**
 * Stores an enquiry with its file, if any, and queues its mail, in one transaction. When this resolves, it is on disk.
 * @returns false when it had been mailed before: the given file is a duplicate
 */
export async function saveAndMail(
  db: Db,
  outgoing: Outgoing,
  given: Submission,
  { file, officeOrigin, mailOnly = false }: SaveOptions,
): Promise<boolean> {
  const isFirst = await db.transaction(async (tx) => {
    const submission = await underItsKey(tx, given);
    const { form, fields, key, signals, notice } = submission;
    const [enquiry] = await tx
      .insert(enquiries)
      .values(columns(submission, mailOnly))
      .onConflictDoUpdate(SECOND_CALL)
      .returning({ id: enquiries.id });
    if (!enquiry) throw new Error('An enquiry was neither new nor known.');
    // A link to the office, or else a command on the server.
    const place = officeOrigin
      ? `${officeOrigin}/enquiries/${enquiry.id}`
      : `npm run api -- leads show ${enquiry.id.slice(0, 8)} --files FOLDER   (on the server: it copies the file into the folder)`;
    const about = file && {
      file: `${file.originalName} (${file.mediaType}, ${Math.ceil(file.bytes / 1024)} kB)`,
      file_at: place,
    };
    const content = { form, fields: { ...fields, ...about }, suspect: isSuspect(signals), signals, notice };
    const isQueued = await outgoing.add(tx, { key: key.key, email: fields.email, content });
    if (isQueued && file) {
      const { storedName, originalName, mediaType, bytes } = file;
      await tx
        .insert(files)
        .values({ id: randomUUID(), enquiryId: enquiry.id, storedName, originalName, mediaType, bytes });
    }
    return isQueued;
  });
  outgoing.wake();
  return isFirst;
}

/** Returns a submission under the key of equal content that was stored shortly before, when it has no id. */
async function underItsKey(db: Queries, submission: Submission): Promise<Submission> {
  const { previous } = submission.key;
  if (!previous) return submission;
  const since = new Date(Date.now() - REPEAT_WINDOW_MS);
  const found = await db
    .select({ one: sql`1` })
    .from(enquiries)
    .where(and(eq(enquiries.submissionKey, previous), gt(enquiries.createdAt, since)))
    .limit(1);
  return found.length > 0 ? { ...submission, key: { key: previous } } : submission;
}
