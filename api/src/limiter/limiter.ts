import { randomUUID } from 'node:crypto';
import { networkOf } from '@wholepage/releases/network';
import { lt, sql } from 'drizzle-orm';
import { UPLOAD_LIMIT_BYTES } from '../../wire/forms';
import type { Db } from '../db/database';
import { admitted, counts } from '../db/tables/schema';
import { RefusedError } from '../errors';
import { BODY_LIMIT_BYTES } from '../settings/config';
import { inBatches } from '../support/in-batches';

/** Most calls of a submission, repeats included. */
const CALLS_PER_SUBMISSION = 6;
/** With the default of ten submissions a minute this allows four of the largest files. */
const BYTES_PER_SUBMISSION = 4 * 1024 * 1024;
const MOST_SECONDS = 60;

export interface Call {
  address: string;
  /** Key of a submission, whose e-mail call and save count once. Undefined always counts. */
  submission?: string | undefined;
  bytes?: number;
  /** Time of the call; default: now, by the database's clock. */
  at?: Date;
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** Counts of an address, the call included. */
interface Counted extends Record<string, unknown> {
  calls: number;
  submissions: number;
  bytes: number;
  /** Whether its submission was admitted within a minute. */
  isRepeat: boolean;
  /** Seconds until its minute is over. */
  wait: number;
}

/** Concurrent calls are counted in batches. */
const BATCHES = { largest: 64, atOnce: 2 };

const byBucket = (one: { bucket: string }, other: { bucket: string }): number =>
  one.bucket < other.bucket ? -1 : Number(one.bucket > other.bucket);

/**
 * Counts calls, submissions and bytes by address, in minutes that begin with its first call. All processes of the API
 * share the counts in the database.
 * @param what kind of calls; an address has a separate count for each
 */
export function createRateLimiter(db: Db, what: 'enquiries' | 'orders' | 'lookups', perMinute: number) {
  const mostCalls = perMinute * CALLS_PER_SUBMISSION;
  const mostBytes = Math.max(perMinute * BYTES_PER_SUBMISSION, UPLOAD_LIMIT_BYTES + BODY_LIMIT_BYTES);

  const count = inBatches(BATCHES, async (calls: readonly Call[]): Promise<Counted[]> => {
    // Sorted alike everywhere, so that two batches with the same addresses cannot deadlock.
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
      // After too many bytes a form without a file is still admitted.
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

/** IPv6 prefix of a visitor: a phone's network. The evidence's /48 would count thousands of a carrier's phones as one. */
const VISITOR_BITS = 64;

/** Returns the network whose posts count together. */
export const groupOf = (address: string): string => networkOf(address, VISITOR_BITS);

const A_MINUTE_AGO = sql`now() - interval '1 minute'`;

export async function sweepLimiter(db: Db): Promise<void> {
  await db.delete(admitted).where(lt(admitted.at, A_MINUTE_AGO));
  await db.delete(counts).where(lt(counts.since, A_MINUTE_AGO));
}
