import { randomUUID } from 'node:crypto';
import { networkOf } from '@wholepage/releases/network';
import { lt, sql } from 'drizzle-orm';
import { UPLOAD_LIMIT_BYTES } from '../../wire/forms';
import type { Db } from '../db/database';
import { admitted, counts } from '../db/tables/schema';
import { RefusedError } from '../errors';
import { BODY_LIMIT_BYTES } from '../settings/config';
import { inBatches } from '../support/in-batches';

/** Repeats of a submission are not new ones, but even they have an end. */
const CALLS_PER_SUBMISSION = 6;
/** At the default of ten a minute, four of the largest files. */
const BYTES_PER_SUBMISSION = 4 * 1024 * 1024;
const MOST_SECONDS = 60;

export interface Call {
  address: string;
  /** The e-mail call and the save of one submission count once. Undefined always counts. */
  submission?: string | undefined;
  bytes?: number;
  /** When, if not now by the clock of the database. */
  at?: Date;
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** The counts of an address after a call, which is among them. */
interface Counted extends Record<string, unknown> {
  calls: number;
  submissions: number;
  bytes: number;
  /** Of a submission that was let through within a minute. */
  isRepeat: boolean;
  /** Seconds until its minute is over. */
  wait: number;
}

/** Calls that come at the same moment are counted in one statement. */
const BATCHES = { largest: 64, atOnce: 2 };

const byBucket = (one: { bucket: string }, other: { bucket: string }): number =>
  one.bucket < other.bucket ? -1 : Number(one.bucket > other.bucket);

/**
 * Counts calls, submissions and bytes of each address by the minute, which begins with the first of them. The count is in the
 * database, so that all processes of the API share it.
 * @param what is counted: an address has a count of its own for each
 */
export function createRateLimiter(db: Db, what: 'enquiries' | 'orders' | 'lookups', perMinute: number) {
  const mostCalls = perMinute * CALLS_PER_SUBMISSION;
  const mostBytes = Math.max(perMinute * BYTES_PER_SUBMISSION, UPLOAD_LIMIT_BYTES + BODY_LIMIT_BYTES);

  const count = inBatches(BATCHES, async (calls: readonly Call[]): Promise<Counted[]> => {
    // In one order everywhere: two batches that want the same addresses must not wait for each other.
    const sorted = calls
      .map((call, place) => ({ ...call, place, bucket: `${what} ${groupOf(call.address)}` }))
      .sort(byBucket);
    const column = (value: (call: (typeof sorted)[number]) => unknown) => sql.param(sorted.map(value));
    const { rows } = await db.execute<Counted>(sql`
      select counted.calls, counted.submissions, counted.bytes, counted.is_repeat as "isRepeat", counted.wait
      from unnest(
        ${column(({ bucket }) => bucket)}::text[],
        ${column(({ submission }) => submission ?? randomUUID())}::text[],
        ${column(({ bytes = 0 }) => bytes)}::bigint[],
        ${column(({ at }) => at?.toISOString() ?? null)}::timestamptz[],
        ${column(({ place }) => place)}::int[]
      ) as call (bucket, submission, bytes, at, place),
      lateral limiter.take(call.bucket, call.submission, call.bytes, call.at, ${perMinute}, ${mostCalls}) as counted
      order by call.place`);
    if (rows.length !== calls.length) throw new Error('Not every call was counted.');
    return rows;
  });

  return {
    /** @throws RefusedError 429 with the seconds to wait */
    take: async (call: Call): Promise<void> => {
      const counted = await count(call);
      // Who has sent too many bytes may still send a form without a file.
      const isHeavy = counted.bytes > mostBytes && (call.bytes ?? 0) > BODY_LIMIT_BYTES;
      const isAdmitted = counted.isRepeat || counted.submissions <= perMinute;
      if (isAdmitted && counted.calls <= mostCalls && !isHeavy) return;
      const seconds = Math.min(MOST_SECONDS, Math.max(1, Math.ceil(counted.wait)));
      throw new RefusedError(
        429,
        `You have sent several messages within a minute. Please wait ${seconds} seconds and send again.`,
        seconds,
      );
    },
  };
}

/** A phone's network. The /48 of the evidence would count thousands of phones of one carrier as one visitor. */
const VISITOR_BITS = 64;

/** Whose posts count together. */
export const groupOf = (address: string): string => networkOf(address, VISITOR_BITS);

const A_MINUTE_AGO = sql`now() - interval '1 minute'`;

export async function sweepLimiter(db: Db): Promise<void> {
  await db.delete(admitted).where(lt(admitted.at, A_MINUTE_AGO));
  await db.delete(counts).where(lt(counts.since, A_MINUTE_AGO));
}
