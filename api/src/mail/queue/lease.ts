import { randomUUID } from 'node:crypto';
import { and, eq, lte, sql } from 'drizzle-orm';
import type { Db } from '../../db/database';
import { mails } from '../../db/tables/schema';

const LEASE_MS = 60_000;
const BEAT_MS = 15_000;

const leaseEnd = sql`now() + ${LEASE_MS} * interval '1 millisecond'`;

/** A mail that this delivery alone may send. */
export interface Lease {
  mail: typeof mails.$inferSelect;
  /** No sign of life any more; the outcome has been written. */
  end(): void;
}

/** Takes a mail that waits and that no living delivery holds; undefined when there is none under this id. */
export async function takeLease(db: Db, mailId: string, beatMs = BEAT_MS): Promise<Lease | undefined> {
  const lease = randomUUID();
  const [mail] = await db
    .update(mails)
    .set({ lease, nextAttemptAt: leaseEnd, attempts: sql`${mails.attempts} + 1` })
    .where(and(eq(mails.id, mailId), eq(mails.status, 'queued'), lte(mails.nextAttemptAt, sql`now()`)))
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
  return { mail, end: () => clearInterval(timer) };
}

/** Leases of processes that are gone end now. Only for the embedded database, where no other site can hold any. */
export async function endLeases(db: Db): Promise<void> {
  await db.update(mails).set({ lease: null, nextAttemptAt: sql`now()` }).where(eq(mails.status, 'queued'));
}
