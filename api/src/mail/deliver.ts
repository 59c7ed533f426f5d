import { eq, sql } from 'drizzle-orm';
import type { Db } from '../db/database';
import { mails } from '../db/schema';
import { ApiError, messageOf } from '../errors';
import type { JobQueue } from '../jobs/job';
import { type Lease, takeLease } from './lease';
import { composeMail, type MailAddresses } from './message';
import type { MailJob } from './outgoing';
import { isPermanent } from './refusal';
import type { MailTransport } from './transport';

const GIVE_UP_AFTER_MS = 24 * 60 * 60_000;
const LONGEST_REASON = 500;

/** A mail was not delivered and is to be tried again. Says nothing of its content: the jobs' tables keep this. */
export class NotDeliveredError extends ApiError {
  override readonly name = 'NotDeliveredError';
}

export interface DeliveryOptions {
  db: Db;
  transport: MailTransport;
  addresses: MailAddresses;
  /** For the log: no personal data in it. */
  onTrouble(text: string): void;
  onDelivered(outcome: 'sent' | 'retry' | 'failed'): void;
  /** Shorten waits in tests. */
  retryDelaySeconds?: number;
  beatMs?: number;
}

const isWaiting = async (db: Db, id: string): Promise<boolean> => {
  const [mail] = await db.select({ status: mails.status }).from(mails).where(eq(mails.id, id));
  return mail?.status === 'queued';
};

const noteFailure = async (options: DeliveryOptions, { mail }: Lease, error: unknown): Promise<void> => {
  const final = isPermanent(error) || Date.now() - mail.queuedAt.getTime() > GIVE_UP_AFTER_MS;
  options.onTrouble(`Mail ${mail.id} was not taken (${final ? 'given up' : 'will be tried again'}).`);
  options.onDelivered(final ? 'failed' : 'retry');
  await options.db
    .update(mails)
    .set({
      status: final ? 'failed' : 'queued',
      lastError: messageOf(error).slice(0, LONGEST_REASON),
      nextAttemptAt: sql`now()`,
      lease: null,
    })
    .where(eq(mails.id, mail.id));
  if (!final) throw new NotDeliveredError(`Mail ${mail.id} was not taken.`);
};

/**
 * The queue of mails. A mail is handed to the mail server by one delivery at a time: its lease lasts as long as the
 * delivery gives signs of life, however slow the server is, and goes to another only when the process has died.
 */
export function mailQueue(options: DeliveryOptions): JobQueue<MailJob> {
  const { db, transport, addresses, onDelivered, beatMs, retryDelaySeconds = 5 } = options;
  /** Taken by the mail server, but the database could not be told yet. */
  const taken = new Set<string>();

  const markSent = async (id: string): Promise<void> => {
    await db
      .update(mails)
      .set({ status: 'sent', sentAt: sql`now()`, lastError: null, lease: null })
      .where(eq(mails.id, id));
    taken.delete(id);
  };

  return {
    name: 'mail',
    concurrency: 4,
    retryDelaySeconds,
    // Given up by age, not by number.
    retryLimit: 10_000,
    run: async ({ mailId }) => {
      if (taken.has(mailId)) return markSent(mailId);
      const lease = await takeLease(db, mailId, beatMs);
      if (!lease) {
        if (await isWaiting(db, mailId)) throw new NotDeliveredError(`Mail ${mailId} is being delivered elsewhere.`);
        return;
      }
      try {
        await transport.deliver(mailId, composeMail(lease.mail, addresses)).then(
          async () => {
            taken.add(mailId);
            onDelivered('sent');
            await markSent(mailId);
          },
          (error: unknown) => noteFailure(options, lease, error),
        );
      } finally {
        lease.end();
      }
    },
  };
}
