import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { FORMS } from '../../wire/forms';
import type { Alarms } from '../alarms/alarms';
import type { Db, Queries } from '../db/database';
import { enquiries, files, type MailFault, type MailMessage, mails } from '../db/tables/schema';
import { ApiError, messageOf } from '../errors';
import { type FileStore, UPLOADS } from '../files/file-store';
import type { JobQueue, JobRunner } from '../jobs/runner';
import type { MAIL_QUEUE, Metrics } from '../metrics';
import { composeMail, faultOf, type MailTransport, type OwnerSource } from './transport';

/* The mail queue: each mail is delivered once, with retries for a time. Alarms report mails that wait too long. */

/** Prefixes of the keys of an enquiry's mails, before its own key or a reply's id. These mails are erased with it. */
export const ENQUIRY_MAILS = { form: '', restored: 'restored:', reply: 'reply:' } as const;

interface NewMail {
  /** Identifies its occasion, such as a submission: a second mail of this key is not sent. */
  key: string;
  email: string;
  /** The form's data, or the mail itself. */
  content:
    | Pick<typeof mails.$inferSelect, 'form' | 'fields' | 'suspect' | 'signals' | 'notice'>
    | { message: MailMessage };
}

export interface MailJob {
  mailId: string;
}

/**
 * Queues a mail without a delivery job, which the next sweep of a running API requests.
 * @returns its id; undefined when its key exists
 */
export async function queueMail(queries: Queries, { key, email, content }: NewMail): Promise<string | undefined> {
  const rows = await queries
    .insert(mails)
    .values({ id: randomUUID(), submissionKey: key, email, ...content })
    .onConflictDoNothing()
    .returning({ id: mails.id });
  return rows[0]?.id;
}

export type Outgoing = ReturnType<typeof createOutgoing>;

/** Returns the entrance for all mails of this site. */
export function createOutgoing(jobs: JobRunner, queue: JobQueue<MailJob>) {
  return {
    /** Queues a mail within the caller's transaction, once a key. @returns false when the key exists */
    add: async (queries: Queries, mail: NewMail): Promise<boolean> => {
      const mailId = await queueMail(queries, mail);
      if (mailId) await jobs.request(queries, queue, mailId, { mailId });
      return mailId !== undefined;
    },
    /** Delivers queued mails now rather than within a second; call it after the commit. */
    wake: (): void => jobs.wake(queue.name),
  };
}

interface DeliveryOptions {
  db: Db;
  files: FileStore;
  transport: MailTransport;
  owner: OwnerSource;
  /** Logs a problem, without personal data. */
  onTrouble(text: string): void;
  metrics: Pick<Metrics, 'mails'>;
  alarms: Alarms;
  /** Shorten waits in tests. */
  retryDelaySeconds?: number;
  beatMs?: number;
}

/**
 * Returns the queue of mails. One delivery at a time holds a mail's lease, and renews it while the mail server is slow.
 * Another delivery gets the lease only after the process has died.
 */
export function mailQueue(options: DeliveryOptions): JobQueue<MailJob> {
  const { db, files: store, transport, owner, metrics, beatMs, retryDelaySeconds = 5 } = options;
  /** Mails that the mail server accepted, not yet recorded in the database. */
  const taken = new Set<string>();

  const markSent = async (id: string): Promise<void> => {
    await db
      .update(mails)
      .set({ status: 'sent', sentAt: sql`now()`, lastError: null, fault: null, lease: null })
      .where(eq(mails.id, id));
    taken.delete(id);
  };

  return {
    name: 'mail',
    concurrency: 4,
    retryDelaySeconds,
    // Mails are given up by age, not by number of attempts.
    retryLimit: 100_000,
    run: async ({ mailId }) => {
      if (taken.has(mailId)) return markSent(mailId);
      using lease = await takeLease(db, mailId, beatMs);
      if (!lease) {
        const isWaiting = await db.$count(mails, and(eq(mails.id, mailId), eq(mails.status, 'queued')));
        if (isWaiting) throw new NotDeliveredError(`Mail ${mailId} is being delivered elsewhere.`);
        return;
      }
      const message = composeMail(lease.mail, await owner(db));
      const attached = await attachmentsOf(db, store, lease.mail);
      const deliver = (attachments: typeof attached) => transport.deliver(mailId, { ...message, attachments });
      const delivered = deliver(attached)
        .catch((error: unknown) => {
          if (attached.length === 0 || !isTooLarge(error)) throw error;
          return deliver([]);
        })
        .finally(() => attached.map(({ content }) => content.destroy()));
      await delivered.then(
        async () => {
          taken.add(mailId);
          metrics.mails.inc({ outcome: 'sent' });
          await markSent(mailId);
        },
        (error: unknown) => noteFailure(options, lease.mail, error),
      );
    },
  };
}

/** Returns a mail's attachments: the file of the e-mail call. Other mails link to their file instead. */
async function attachmentsOf(db: Db, store: FileStore, { form, submissionKey }: typeof mails.$inferSelect) {
  if (form === null || !FORMS[form].mail) return [];
  const rows = await db
    .select({ name: files.originalName, stored: files.storedName, type: files.mediaType })
    .from(files)
    .innerJoin(enquiries, eq(enquiries.id, files.enquiryId))
    .where(eq(enquiries.submissionKey, submissionKey.replace(ENQUIRY_MAILS.restored, '')));
  const found = await Promise.all(
    rows.map(async ({ name, stored, type }) => {
      const file = await store.read(`${UPLOADS}/${stored}`);
      return file && { filename: name, contentType: type, content: file.stream };
    }),
  );
  return found.filter((file) => file !== undefined);
}

/** Whether a mail exceeds the size that its server accepts (RFC 5321 and 3463). It also links to its file. */
const isTooLarge = (error: unknown): boolean => (error as { responseCode?: unknown }).responseCode === 552;

const LEASE_MS = 60_000;
const BEAT_MS = 15_000;

const leaseEnd = sql`now() + ${LEASE_MS} * interval '1 millisecond'`;

/** Condition that a mail is due. A time beyond any lease is from before the clock was set back. */
const isDue = or(lte(mails.nextAttemptAt, sql`now()`), gt(mails.nextAttemptAt, leaseEnd));

/**
 * Leases a due mail to this delivery.
 * @returns the mail, disposed of to stop the lease's renewal; undefined when it is not due, or another delivery holds it
 */
async function takeLease(db: Db, mailId: string, beatMs = BEAT_MS) {
  const lease = randomUUID();
  const [mail] = await db
    .update(mails)
    .set({ lease, nextAttemptAt: leaseEnd, attempts: sql`${mails.attempts} + 1` })
    .where(and(eq(mails.id, mailId), eq(mails.status, 'queued'), isDue))
    .returning();
  if (!mail) return undefined;
  const beat = () =>
    db
      .update(mails)
      .set({ nextAttemptAt: leaseEnd })
      .where(and(eq(mails.id, mailId), eq(mails.lease, lease)))
      // An unavailable database cannot lease the mail to anybody else either; the next beat retries.
      .then(undefined, () => undefined);
  const timer = setInterval(beat, beatMs);
  return { mail, [Symbol.dispose]: () => clearInterval(timer) };
}

/** Ends the leases of dead processes. Only for the embedded database, where no other site holds any. */
export async function endLeases(db: Db): Promise<void> {
  await db.update(mails).set({ lease: null, nextAttemptAt: sql`now()` }).where(eq(mails.status, 'queued'));
}

const DAY_MS = 24 * 60 * 60_000;
/**
 * How long mails are retried: five days (RFC 5321 section 4.5.4.1), so that one that an outage delayed outlasts a
 * greylist, too. A wrong setting waits for a person, who may be on holiday. A wrong port in `SMTP_URL` looks like an
 * unavailable server: both wait as long.
 */
const GIVE_UP_AFTER_MS: Readonly<Record<MailFault | 'passing', number>> = {
  passing: 5 * DAY_MS,
  settings: 30 * DAY_MS,
  server: 30 * DAY_MS,
  recipient: 0,
};
const LONGEST_REASON = 500;

/** A mail was not delivered and is retried. Its message has none of the content, because the jobs' tables store it. */
class NotDeliveredError extends ApiError {
  override readonly name = 'NotDeliveredError';
}

/** Records why a mail was refused. @throws NotDeliveredError when it is to be retried */
const noteFailure = async (
  { db, metrics, alarms, onTrouble }: DeliveryOptions,
  mail: typeof mails.$inferSelect,
  error: unknown,
): Promise<void> => {
  const fault = faultOf(error, mail.message?.to === undefined);
  const final = Date.now() - mail.queuedAt.getTime() >= GIVE_UP_AFTER_MS[fault ?? 'passing'];
  onTrouble(`Mail ${mail.id} was not taken (${final ? 'given up' : 'will be tried again'}).`);
  metrics.mails.inc({ outcome: final ? 'failed' : 'retry' });
  await db
    .update(mails)
    .set({
      status: final ? 'failed' : 'queued',
      lastError: messageOf(error).slice(0, LONGEST_REASON),
      fault: fault ?? null,
      nextAttemptAt: sql`now()`,
      lease: null,
    })
    .where(and(eq(mails.id, mail.id), eq(mails.lease, sql`${mail.lease}`)));
  if (final || fault) await checkMails(db, alarms).catch((failure: unknown) => onTrouble(messageOf(failure)));
  if (!final) throw new NotDeliveredError(`Mail ${mail.id} was not taken.`);
};

const SWEEP_BATCH = 500;

/** Requests delivery of every due mail that has no job: after a restore, a release with another queue, or a person's retry. */
export async function sweepMails(db: Db, jobs: JobRunner, queue: JobQueue<MailJob>): Promise<void> {
  const due = await db
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.status, 'queued'), isDue))
    .orderBy(asc(mails.queuedAt))
    .limit(SWEEP_BATCH);
  for (const { id } of due) await jobs.request(db, queue, id, { mailId: id });
}

type MailBacklog = Record<keyof typeof MAIL_QUEUE, number>;

/** Age of a waiting mail that raises an alarm, here and by `/metrics`. */
const TOO_OLD_SECONDS = 15 * 60;

/** Counts waiting and given-up mails. Sent mails are in neither index and cost nothing. */
export async function mailBacklog(db: Db): Promise<MailBacklog> {
  const { rows } = await db.execute<MailBacklog>(sql`
    select waiting, "oldestSeconds", "settingsRefused", "serverAway", "givenUp", ${TOO_OLD_SECONDS}::int as "alarmSeconds"
    from (select count(*)::int as waiting,
                 coalesce(extract(epoch from now() - min(${mails.queuedAt})), 0)::float as "oldestSeconds",
                 (count(*) filter (where ${mails.fault} = 'settings'))::int as "settingsRefused",
                 (count(*) filter (where ${mails.fault} = 'server'))::int as "serverAway"
          from ${mails} where ${mails.status} = 'queued') queued,
         (select count(*)::int as "givenUp" from ${mails} where ${mails.status} = 'failed' and ${mails.seenAt} is null) failed`);
  // Aggregates return one row, even for no mail.
  return rows[0] as MailBacklog;
}

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

/** An SMTP or connection error code. The text around it may hold an address. */
const CODE = /\b(?:[45]\d\d(?: [45]\.\d+\.\d+)?|E[A-Z_]{4,})\b/;

/** Returns the newest refusal of mails of a kind. */
const answerOf = async (db: Db, status: 'queued' | 'failed', fault?: MailFault): Promise<string> => {
  const [row] = await db
    .select({ error: mails.lastError })
    .from(mails)
    .where(
      and(eq(mails.status, status), isNull(mails.seenAt), isNotNull(mails.lastError), fault && eq(mails.fault, fault)),
    )
    .orderBy(desc(mails.nextAttemptAt))
    .limit(1);
  const error = row?.error ?? '';
  return CODE.exec(error)?.[0] ?? (/certificate|SSL|TLS/.test(error) ? 'no encryption agreed on' : 'no answer');
};

const waitText = async (db: Db, { waiting, oldestSeconds, serverAway }: MailBacklog): Promise<string> => {
  const wait = `${count(waiting, 'mail has', 'mails have')} not been sent, the oldest for ${Math.floor(oldestSeconds / 60)} minutes`;
  if (serverAway === 0) return `${wait}; see npm run api -- mails list.`;
  return `${wait}: no mail server takes them (${await answerOf(db, 'queued', 'server')}). Is SMTP_URL right? Try npm run api -- mails test.`;
};

/**
 * Raises alarms while the oldest mail is too old, while the mail server refuses the site's sender or settings, and
 * while mails that were given up are not acknowledged.
 */
export async function checkMails(db: Db, alarms: Alarms): Promise<void> {
  const backlog = await mailBacklog(db);
  const { settingsRefused, givenUp, oldestSeconds, alarmSeconds } = backlog;
  await alarms.set('mail-queue', oldestSeconds > alarmSeconds && (await waitText(db, backlog)));
  await alarms.set(
    'mail-settings',
    settingsRefused > 0 &&
      `The mail server refuses this site's sender or settings, or SMTP_URL leads to no such server (${await answerOf(db, 'queued', 'settings')}): ${count(settingsRefused, 'mail waits', 'mails wait')}. Mend Company in the office (or site/company.json) or SMTP_URL and try with npm run api -- mails test.`,
  );
  await alarms.set(
    'mail-given-up',
    givenUp > 0 &&
      `${count(givenUp, 'mail was', 'mails were')} given up (${await answerOf(db, 'failed')}): see npm run api -- mails list --failed, then npm run api -- mails retry, with --drop for what is not to be sent.`,
  );
}
