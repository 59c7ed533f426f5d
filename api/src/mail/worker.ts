import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Db } from '../db/database';
import { mails } from '../db/schema';
import { messageOf } from '../errors';
import { composeMail, type MailAddresses } from './message';
import type { MailTransport } from './transport';

const LEASE_MS = 2 * 60_000;
const BATCH = 8;
const POLL_MS = 3000;
const GIVE_UP_AFTER_MS = 24 * 60 * 60_000;
const FIRST_WAIT_MS = 5000;
const LONGEST_WAIT_MS = 30 * 60_000;

/** Milliseconds to wait after the given number of failures: 5 s, 10 s, 20 s … half an hour, spread by a fifth. */
export const backoff = (failures: number, random = Math.random()): number =>
  Math.min(FIRST_WAIT_MS * 2 ** Math.max(0, failures - 1), LONGEST_WAIT_MS) * (0.9 + random * 0.2);

interface Options {
  db: Db;
  transport: MailTransport;
  addresses: MailAddresses;
  /** For the log: no personal data in it. */
  onTrouble(text: string): void;
  onDelivered(outcome: 'sent' | 'retry' | 'failed'): void;
  /** Shorten waits in tests. */
  pollMs?: number;
  waitFor?: (failures: number) => number;
}

/** Delivers the queue. Several processes may run one each: a mail is leased to one of them at a time. */
export interface MailWorker {
  /** There is something to do. */
  wake(): void;
  /** Finishes deliveries that are under way. */
  stop(): Promise<void>;
}

type Leased = typeof mails.$inferSelect;

const lease = (db: Db): Promise<Leased[]> => {
  const due = db
    .select({ id: mails.id })
    .from(mails)
    .where(and(eq(mails.status, 'queued'), lte(mails.nextAttemptAt, sql`now()`)))
    .orderBy(mails.nextAttemptAt)
    .limit(BATCH)
    .for('update', { skipLocked: true });
  return db
    .update(mails)
    .set({ nextAttemptAt: sql`now() + ${LEASE_MS} * interval '1 millisecond'`, attempts: sql`${mails.attempts} + 1` })
    .where(inArray(mails.id, due))
    .returning();
};

/** Leases of a process that is gone end now. Only for the embedded database, where no other site can hold any. */
export async function endLeases(db: Db): Promise<void> {
  await db
    .update(mails)
    .set({ nextAttemptAt: sql`now()` })
    .where(
      and(eq(mails.status, 'queued'), sql`${mails.nextAttemptAt} <= now() + ${LEASE_MS} * interval '1 millisecond'`),
    );
}

const markSent = (db: Db, id: string) =>
  db.update(mails).set({ status: 'sent', sentAt: sql`now()`, lastError: null }).where(eq(mails.id, id));

const postpone = async ({ db, onTrouble, onDelivered, waitFor = backoff }: Options, mail: Leased, error: unknown) => {
  const tooOld = Date.now() - mail.createdAt.getTime() > GIVE_UP_AFTER_MS;
  onTrouble(`Mail ${mail.id} was not taken (${tooOld ? 'given up' : 'will be tried again'}).`);
  onDelivered(tooOld ? 'failed' : 'retry');
  await db
    .update(mails)
    .set({
      status: tooOld ? 'failed' : 'queued',
      lastError: messageOf(error).slice(0, 500),
      nextAttemptAt: sql`now() + ${waitFor(mail.attempts)} * interval '1 millisecond'`,
    })
    .where(and(eq(mails.id, mail.id), eq(mails.status, 'queued')));
};

/** Starts to deliver. A database that is away is waited for. */
export function startMailWorker(options: Options): MailWorker {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let again = false;
  /** Taken by the mail server, but the database could not be told yet. */
  const taken = new Set<string>();

  const attempt = async (mail: Leased): Promise<void> => {
    if (!taken.has(mail.id)) {
      try {
        await options.transport.deliver(mail.id, composeMail(mail, options.addresses));
      } catch (error) {
        return postpone(options, mail, error);
      }
      taken.add(mail.id);
      options.onDelivered('sent');
    }
    await markSent(options.db, mail.id);
    taken.delete(mail.id);
  };
  const drain = async (): Promise<void> => {
    do {
      again = false;
      let batch = await lease(options.db);
      while (batch.length > 0) {
        const results = await Promise.allSettled(batch.map(attempt));
        const failed = results.find((result) => result.status === 'rejected');
        if (failed) throw failed.reason;
        batch = stopped ? [] : await lease(options.db);
      }
    } while (again && !stopped);
  };
  const run = () => {
    clearTimeout(timer);
    if (stopped) return;
    if (running) {
      again = true;
      return;
    }
    running = drain()
      .catch((error) => options.onTrouble(`The mail queue could not be read: ${messageOf(error)}`))
      .finally(() => {
        running = undefined;
        if (!stopped) timer = setTimeout(run, options.pollMs ?? POLL_MS);
      });
  };
  run();

  return {
    wake: run,
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
      options.transport.close();
    },
  };
}
