const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;
const NO_TRACE = '0'.repeat(32);
const SAMPLED = '01';

const randomHex = (bytes: number): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** A step of one visit, by which it is followed through nginx, composer, guests, API and database. */
export interface Trace {
  /** 32 hexadecimal digits: the id of the trace, and of the request in our logs. */
  id: string;
  /** 16 hexadecimal digits: of this step. */
  spanId: string;
  /** The step that led to this one; undefined for the first. */
  parentSpanId: string | undefined;
  /** W3C `traceparent` for calls made on behalf of this step. */
  traceparent: string;
}

/** The next step of the trace that a `traceparent` tells of, else the first of a new one. */
export function nextStep(traceparent: string | undefined): Trace {
  const given = TRACEPARENT.exec(traceparent ?? '');
  const known = given?.[1] !== NO_TRACE ? given : undefined;
  const id = known?.[1] ?? randomHex(16);
  const spanId = randomHex(8);
  return { id, spanId, parentSpanId: known?.[2], traceparent: `00-${id}-${spanId}-${known?.[3] ?? SAMPLED}` };
}
