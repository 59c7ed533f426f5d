import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/database';
import { mails } from '../../db/tables/schema';
import type { JobQueue } from '../../jobs/job';
import { composeMail } from '../message';
import type { DeliveryOptions } from './delivery-options';
import { NotDeliveredError, noteFailure } from './failure';
import { takeLease } from './lease';
import type { MailJob } from './outgoing';

const isWaiting = async (db: Db, id: string): Promise<boolean> => {
  const [mail] = await db.select({ status: mails.status }).from(mails).where(eq(mails.id, id));
  return mail?.status === 'queued';
};

/**
 * The queue of mails. One delivery at a time hands a mail to the mail server. Its lease lasts while the delivery gives
 * signs of life, however slow the server is. Another delivery gets the lease only when the process has died.
 */
export function mailQueue(options: DeliveryOptions): JobQueue<MailJob> {
  const { db, transport, addresses, onDelivered, beatMs, retryDelaySeconds = 5 } = options;
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
