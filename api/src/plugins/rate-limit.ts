import { isIPv6 } from 'node:net';
import { RefusedError } from '../errors';

const MINUTE_MS = 60_000;
/** Repeats of a submission are not new ones, but even they have an end. */
const CALLS_PER_SUBMISSION = 6;
const MOST_ADDRESSES = 50_000;

interface Visitor {
  /** Submission → when it was first seen. */
  submissions: Map<string | symbol, number>;
  calls: number;
  since: number;
}

/** One visitor may have all addresses of a /64 network, so these count as one. */
const bucketOf = (address: string): string => {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address;
  const [head = '', tail = ''] = address.split('::');
  const left = head.split(':').filter(Boolean);
  const right = tail.split(':').filter(Boolean);
  const groups = address.includes('::')
    ? [...left, ...Array(Math.max(0, 8 - left.length - right.length)).fill('0'), ...right]
    : left;
  return groups.slice(0, 4).join(':');
};

const wait = (until: number, now: number): RefusedError => {
  const seconds = Math.max(1, Math.ceil((until - now) / 1000));
  return new RefusedError(
    429,
    `You have sent several messages within a minute. Please wait ${seconds} seconds and send again.`,
    seconds,
  );
};

/** Counts submissions per address over a sliding minute. */
export interface RateLimiter {
  /**
   * @param submission its id; the e-mail call and the save of one submission count once
   * @throws RefusedError 429 with the seconds to wait
   */
  take(address: string, submission: string | undefined, now?: number): void;
}

/** The count lives in this process: with n processes behind a balancer an address gets up to n times the limit. */
export function createRateLimiter(perMinute: number): RateLimiter {
  const visitors = new Map<string, Visitor>();

  const visitorOf = (bucket: string, now: number): Visitor => {
    const known = visitors.get(bucket);
    visitors.delete(bucket);
    const visitor = known ?? { submissions: new Map(), calls: 0, since: now };
    if (now - visitor.since >= MINUTE_MS) Object.assign(visitor, { calls: 0, since: now });
    // In order of arrival, so the first that is young enough ends the search.
    for (const [id, seen] of visitor.submissions) {
      if (now - seen < MINUTE_MS) break;
      visitor.submissions.delete(id);
    }
    visitors.set(bucket, visitor);
    if (visitors.size > MOST_ADDRESSES) {
      const oldest = visitors.keys().next();
      if (!oldest.done) visitors.delete(oldest.value);
    }
    return visitor;
  };

  return {
    take: (address, submission, now = Date.now()) => {
      const visitor = visitorOf(bucketOf(address), now);
      visitor.calls += 1;
      if (visitor.calls > perMinute * CALLS_PER_SUBMISSION) throw wait(visitor.since + MINUTE_MS, now);
      if (submission !== undefined && visitor.submissions.has(submission)) return;
      if (visitor.submissions.size >= perMinute) {
        const [first = now] = visitor.submissions.values();
        throw wait(first + MINUTE_MS, now);
      }
      visitor.submissions.set(submission ?? Symbol('submission'), now);
    },
  };
}
