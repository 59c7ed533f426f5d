import { randomUUID } from 'node:crypto';
import { UPLOAD_LIMIT_BYTES } from 'contracts/enquiries';
import { sql } from 'drizzle-orm';
import type { Db } from '../db/database';
import { admitted, counts } from '../db/limiter-schema';
import { RefusedError } from '../errors';
import { BODY_LIMIT_BYTES } from '../limits';
import { groupOf } from './address-group';

/** Repeats of a submission are not new ones, but even they have an end. */
const CALLS_PER_SUBMISSION = 6;
/** At the default of ten a minute, four of the largest files. */
const BYTES_PER_SUBMISSION = 4 * 1024 * 1024;
const MOST_SECONDS = 60;

/** One post. */
export interface Call {
  address: string;
  /** The e-mail call and the save of one submission count once. Undefined always counts. */
  submission?: string | undefined;
  /** Size of the body. */
  bytes?: number;
  /** When, if not now by the clock of the database. */
  at?: Date;
}

/** Counts calls, submissions and bytes of each address by the minute, which begins with the first of them. */
export interface RateLimiter {
  /** @throws RefusedError 429 with the seconds to wait */
  take(call: Call): Promise<void>;
}

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

/**
 * The count is in the database, so that all processes of the API share it.
 * @param what is counted: an address has a count of its own for each
 */
export function createRateLimiter(db: Db, what: 'enquiries' | 'orders', perMinute: number): RateLimiter {
  const mostCalls = perMinute * CALLS_PER_SUBMISSION;
  const mostBytes = Math.max(perMinute * BYTES_PER_SUBMISSION, UPLOAD_LIMIT_BYTES + BODY_LIMIT_BYTES);

  const count = async (bucket: string, { submission, bytes = 0, at }: Call): Promise<Counted> => {
    const id = submission ?? randomUUID();
    const { rows } = await db.execute<Counted>(sql`
      with call as (
        select coalesce(${at?.toISOString() ?? null}::timestamptz, clock_timestamp()) as at
      ), before as (
        select from ${admitted} as known, call
        where bucket = ${bucket} and submission = ${id} and known.at > call.at - interval '1 minute'
      ), counted as (
        insert into ${counts} as kept (bucket, since, calls, submissions, bytes)
        select ${bucket}, call.at, 1, case when exists (select from before) then 0 else 1 end, ${bytes}::bigint from call
        on conflict (bucket) do update set (since, calls, submissions, bytes) = (
          select
            case when goes_on then kept.since else excluded.since end,
            case when goes_on then kept.calls else 0 end + excluded.calls,
            case when goes_on then kept.submissions else 0 end + excluded.submissions,
            case when goes_on then kept.bytes else 0 end + excluded.bytes
          from (select kept.since > excluded.since - interval '1 minute' as goes_on) as minute
        )
        returning since, calls, submissions, bytes
      ), noted as (
        insert into ${admitted} as known (bucket, submission, at)
        select ${bucket}, ${id}, call.at from call, counted
        where submissions <= ${perMinute} and calls <= ${mostCalls} and not exists (select from before)
        on conflict (bucket, submission) do update set at = excluded.at
      )
      select calls, submissions, bytes::float8 as bytes, exists (select from before) as "isRepeat",
        extract(epoch from since + interval '1 minute' - call.at)::float8 as wait
      from counted, call`);
    if (!rows[0]) throw new Error('A call was not counted.');
    return rows[0];
  };

  return {
    take: async (call) => {
      const counted = await count(`${what} ${groupOf(call.address)}`, call);
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
