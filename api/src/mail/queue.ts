import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import type { Alarms } from '../alarms/alarms';
import type { Db, Queries } from '../db/database';
import { enquiries, files, type MailFault, type MailMessage, mails } from '../db/tables/schema';
import { ApiError, messageOf } from '../errors';
import { type FileStore, UPLOADS } from '../files/file-store';
import type { JobQueue, JobRunner } from '../jobs/runner';
import type { MAIL_QUEUE, Metrics } from '../metrics';
import { composeMail, faultOf, type MailTransport, type OwnerSource } from './transport';

/*
 * Mails on their way: each is queued and delivered once, or tried again for a time. Alarms tell of what waits too long.
 */

/** What the keys of mails about an enquiry begin with, before its own key or the id of a reply: they are erased with it. */
export const ENQUIRY_MAILS = { form: '', restored: 'restored:', reply: 'reply:' } as const;

interface NewMail {
  /** Names what it tells, such as a submission: a second mail under the same key is not sent. */
  key: string;
  email: string;
  /** Of a form its mail is made of, or the mail itself. */
  content:
    | Pick<typeof mails.$inferSelect, 'form' | 'fields' | 'suspect' | 'signals' | 'notice'>
    | { message: MailMessage };
}

export interface MailJob {
  mailId: string;
}

/**
 * Queues a mail without asking for its delivery: the next sweep of a running API does that.
 * @returns its id; undefined when there is one under its key
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

/** Where everything that this site mails goes in. */
export function createOutgoing(jobs: JobRunner, queue: JobQueue<MailJob>) {
  return {
    /** Queues a mail within the caller's transaction, once for its key. @returns false when there was one under it */
    add: async (queries: Queries, mail: NewMail): Promise<boolean> => {
      const mailId = await queueMail(queries, mail);
      if (mailId) await jobs.request(queries, queue, mailId, { mailId });
      return mailId !== undefined;
    },
    /** A transaction that queued a mail is committed: deliver it now rather than within a second. */
    wake: (): void => jobs.wake(queue.name),
  };
}

interface DeliveryOptions {
  db: Db;
  files: FileStore;
  transport: MailTransport;
  owner: OwnerSource;
  /** For the log: no personal data in it. */
  onTrouble(text: string): void;
  metrics: Pick<Metrics, 'mails'>;
  alarms: Alarms;
  /** Shorten waits in tests. */
  retryDelaySeconds?: number;
  beatMs?: number;
}

/**
 * The queue of mails. One delivery at a time hands a mail to the mail server. Its lease lasts while the delivery gives
 * signs of life, however slow the server is. Another delivery gets the lease only when the process has died.
 */
export function mailQueue(options: DeliveryOptions): JobQueue<MailJob> {
  const { db, files: store, transport, owner, metrics, beatMs, retryDelaySeconds = 5 } = options;
  /** Taken by the mail server, but not yet recorded in the database. */
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
    // Given up by age, not by number.
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

/** The file that came by the e-mail call goes on with its mail. Mails of the studio say where the file lies. */
async function attachmentsOf(db: Db, store: FileStore, { form, submissionKey }: typeof mails.$inferSelect) {
  if (form === null || form === 'studio') return [];
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

/** RFC 5321 and 3463: the message exceeds what the server or the mailbox takes. The mail also says where its file lies. */
const isTooLarge = (error: unknown): boolean => (error as { responseCode?: unknown }).responseCode === 552;

const LEASE_MS = 60_000;
const BEAT_MS = 15_000;

const leaseEnd = sql`now() + ${LEASE_MS} * interval '1 millisecond'`;

/** A moment that no lease reaches is of a clock that was set back meanwhile. */
const isDue = or(lte(mails.nextAttemptAt, sql`now()`), gt(mails.nextAttemptAt, leaseEnd));

/**
 * Takes a mail that waits and that no living delivery holds: this delivery alone may send it.
 * @returns with what ends the signs of life, once the outcome has been written; undefined when there is none under this id
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
      // A database that is away cannot give the mail to anybody else either; the next beat tries again.
      .then(undefined, () => undefined);
  const timer = setInterval(beat, beatMs);
  return { mail, [Symbol.dispose]: () => clearInterval(timer) };
}

/** Leases of processes that are gone end now. Only for the embedded database, where no other site can hold any. */
export async function endLeases(db: Db): Promise<void> {
  await db.update(mails).set({ lease: null, nextAttemptAt: sql`now()` }).where(eq(mails.status, 'queued'));
}

const DAY_MS = 24 * 60 * 60_000;
/**
 * A wrong setting waits for a person, who may be on holiday. A wrong port in `SMTP_URL` looks the same as a server that
 * is away, so both wait as long.
 */
const GIVE_UP_AFTER_MS: Readonly<Record<MailFault | 'passing', number>> = {
  passing: DAY_MS,
  settings: 30 * DAY_MS,
  server: 30 * DAY_MS,
  recipient: 0,
};
const LONGEST_REASON = 500;

/** A mail was not delivered and is to be tried again. Says nothing of its content: the jobs' tables keep this. */
class NotDeliveredError extends ApiError {
  override readonly name = 'NotDeliveredError';
}

/** Notes why a mail was not taken. @throws NotDeliveredError when it is to be tried again */
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

/**
 * Asks for every mail that waits. Mails that have a job get no second one. This is for mails of a restored database, of
 * a release with another queue, and those that a person sends again.
 */
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

/** Alarms are raised of a mail that waits so long, here and by whoever watches `/metrics`. */
const TOO_OLD_SECONDS = 15 * 60;

/** Counts what waits and what was given up. Rows that were sent are in neither index and cost nothing. */
export async function mailBacklog(db: Db): Promise<MailBacklog> {
  const { rows } = await db.execute<MailBacklog>(sql`
    select waiting, "oldestSeconds", "settingsRefused", "serverAway", "givenUp", ${TOO_OLD_SECONDS}::int as "alarmSeconds"
    from (select count(*)::int as waiting,
                 coalesce(extract(epoch from now() - min(${mails.queuedAt})), 0)::float as "oldestSeconds",
                 (count(*) filter (where ${mails.fault} = 'settings'))::int as "settingsRefused",
                 (count(*) filter (where ${mails.fault} = 'server'))::int as "serverAway"
          from ${mails} where ${mails.status} = 'queued') queued,
         (select count(*)::int as "givenUp" from ${mails} where ${mails.status} = 'failed' and ${mails.seenAt} is null) failed`);
  // Counts are one row, of no mail too.
  return rows[0] as MailBacklog;
}

const count = (number: number, one: string, many: string): string => `${number} ${number === 1 ? one : many}`;

/** A code of SMTP, or one of the connection. The words around it may name an address. */
const CODE = /\b(?:[45]\d\d(?: [45]\.\d+\.\d+)?|E[A-Z_]{4,})\b/;

/** The newest answer by which mails of this kind were not taken. */
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
 * Raises an alarm while the oldest mail of the queue is too old. It also does while the mail server
 * refuses the site's sender or settings, and while nobody has taken note of mails that were given up.
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
