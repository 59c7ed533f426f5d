import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const TRACEPARENT = /^00-([0-9a-f]{32})-[0-9a-f]{16}-([0-9a-f]{2})$/;
const NO_TRACE = '0'.repeat(32);
const SAMPLED = '01';

/** By which one visit is followed through the logs of composer, guests and API. */
export interface Trace {
  /** 32 hexadecimal digits: the id of the trace, and of the request in our logs. */
  id: string;
  /** W3C `traceparent` for calls made on behalf of this request. */
  traceparent: string;
}

/** Goes on with the trace that the request is part of, else begins one. */
export function traceOf({ headers }: Pick<IncomingMessage, 'headers'>): Trace {
  const given = TRACEPARENT.exec(String(headers.traceparent ?? ''));
  const known = given?.[1] !== NO_TRACE ? given : undefined;
  const id = known?.[1] ?? randomBytes(16).toString('hex');
  return { id, traceparent: `00-${id}-${randomBytes(8).toString('hex')}-${known?.[2] ?? SAMPLED}` };
}
