import { randomUUID } from 'node:crypto';
import type { Queries } from '../../db/database';
import { type FormName, type MailMessage, mails } from '../../db/tables/schema';
import type { Sign } from '../../enquiries/suspicion';
import type { JobQueue } from '../../jobs/job';
import type { JobRunner } from '../../jobs/runner';

/** A mail to be sent once. */
export interface NewMail {
  /** Names what it tells, such as a submission: a second mail under the same key is not sent. */
  key: string;
  /** Whom it is about. */
  email: string;
  content:
    | { form: FormName; fields: Record<string, string>; suspect: boolean; signals: Sign[]; notice?: string | undefined }
    | { message: MailMessage };
}

/** The work of delivering one mail. */
export interface MailJob {
  mailId: string;
}

/** Where everything that this site mails goes in. */
export interface Outgoing {
  /** Queues a mail within the caller's transaction, once for its key. */
  add(queries: Queries, mail: NewMail): Promise<void>;
  /** A transaction that queued a mail is committed: deliver it now rather than within a second. */
  wake(): void;
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

export function createOutgoing(jobs: JobRunner, queue: JobQueue<MailJob>): Outgoing {
  return {
    add: async (queries, mail) => {
      const mailId = await queueMail(queries, mail);
      if (mailId) await jobs.request(queries, queue, mailId, { mailId });
    },
    wake: () => jobs.wake(queue.name),
  };
}
