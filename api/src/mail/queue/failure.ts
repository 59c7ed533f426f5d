import { eq, sql } from 'drizzle-orm';
import { type MailFault, mails } from '../../db/tables/schema';
import { ApiError, messageOf } from '../../errors';
import { faultOf } from '../smtp/refusal';
import type { DeliveryOptions } from './delivery-options';
import type { Lease } from './lease';

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
export class NotDeliveredError extends ApiError {
  override readonly name = 'NotDeliveredError';
}

/** Notes why a mail was not taken. @throws NotDeliveredError when it is to be tried again */
export const noteFailure = async (options: DeliveryOptions, { mail }: Lease, error: unknown): Promise<void> => {
  const fault = faultOf(error, mail.message?.to === undefined);
  const final = Date.now() - mail.queuedAt.getTime() >= GIVE_UP_AFTER_MS[fault ?? 'passing'];
  options.onTrouble(`Mail ${mail.id} was not taken (${final ? 'given up' : 'will be tried again'}).`);
  options.onDelivered(final ? 'failed' : 'retry');
  await options.db
    .update(mails)
    .set({
      status: final ? 'failed' : 'queued',
      lastError: messageOf(error).slice(0, LONGEST_REASON),
      fault: fault ?? null,
      nextAttemptAt: sql`now()`,
      lease: null,
    })
    .where(eq(mails.id, mail.id));
  if (final || fault) await options.onRefused();
  if (!final) throw new NotDeliveredError(`Mail ${mail.id} was not taken.`);
};
