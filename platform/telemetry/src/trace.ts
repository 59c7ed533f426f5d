/** W3C Trace Context: ids of zeros alone are invalid. */
const TRACEPARENT = /^00-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})$/;
const SAMPLED = '01';

const randomHex = (bytes: number): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** A span of a request's trace through nginx, composer, guests, API and database. */
export interface Trace {
  /** 32 hexadecimal digits: id of the trace, and of the request in our logs. */
  id: string;
  /** 16 hexadecimal digits: id of this span. */
  spanId: string;
  /** Id of the parent span; undefined for the first. */
  parentSpanId: string | undefined;
  /** W3C `traceparent` for calls within this span. */
  traceparent: string;
}

/** Returns a child span of a `traceparent`, else the first span of a new trace. */
export function nextStep(traceparent: string | undefined): Trace {
  const known = TRACEPARENT.exec(traceparent ?? '');
  const id = known?.[1] ?? randomHex(16);
  const spanId = randomHex(8);
  return { id, spanId, parentSpanId: known?.[2], traceparent: `00-${id}-${spanId}-${known?.[3] ?? SAMPLED}` };
}

export interface Span {
  step: Pick<Trace, 'id' | 'spanId' | 'parentSpanId'>;
  /** Name without data of the visitor: `GET /posts/{id}`. */
  name: string;
  /** Wall-clock times, in ms. */
  startMs: number;
  endMs: number;
  attributes: Readonly<Record<string, string | number>>;
  failed: boolean;
}

export type SpanSink = (span: Span) => void;

interface ExporterOptions {
  /** `OTEL_EXPORTER_OTLP_ENDPOINT`: the collector's address without `/v1/traces`. */
  endpoint: string;
  service: string;
  /** Called once when spans are first lost. */
  onLost(reason: string): void;
}

const LARGEST_BATCH = 512;
/** Most spans that wait for a collector that does not answer; more are dropped. */
const LONGEST_QUEUE = 2_048;
const FLUSH_AFTER_MS = 2_000;
const TIMEOUT_MS = 5_000;
const SERVER = 2;
const [OK, ERROR] = [1, 2];

const nanoseconds = (ms: number): string => `${Math.round(ms * 1_000)}000`;

const attributesOf = (attributes: Span['attributes']) =>
  Object.entries(attributes).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(Math.round(value)) } : { stringValue: value },
  }));

const written = ({ step, name, startMs, endMs, attributes, failed }: Span) => ({
  traceId: step.id,
  spanId: step.spanId,
  ...(step.parentSpanId && { parentSpanId: step.parentSpanId }),
  name,
  kind: SERVER,
  startTimeUnixNano: nanoseconds(startMs),
  endTimeUnixNano: nanoseconds(endMs),
  attributes: attributesOf(attributes),
  status: { code: failed ? ERROR : OK },
});

/** Sends spans in batches to an OpenTelemetry collector, by OTLP over HTTP with JSON. It never fails, and never blocks. */
export function otlpExporter({ endpoint, service, onLost }: ExporterOptions): {
  onSpan: SpanSink;
  flush(): Promise<void>;
} {
  const waiting: Span[] = [];
  let isLosing = false;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const lost = (reason: string) => {
    if (!isLosing) onLost(reason);
    isLosing = true;
  };

  const send = async (spans: readonly Span[]): Promise<void> => {
    const resource = { attributes: attributesOf({ 'service.name': service }) };
    const scopeSpans = [{ scope: { name: service }, spans: spans.map(written) }];
    try {
      const answer = await fetch(`${endpoint}/v1/traces`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ resourceSpans: [{ resource, scopeSpans }] }),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      isLosing = false;
    } catch (error) {
      // Each further batch may wait as long, and a stop waits for all of them.
      waiting.length = 0;
      lost(error instanceof Error ? error.message : String(error));
    }
  };

  let underWay: Promise<void> = Promise.resolve();

  const drain = async (before: Promise<void>): Promise<void> => {
    await before;
    while (waiting.length > 0) await send(waiting.splice(0, LARGEST_BATCH));
  };

  /** Sends all queued spans; resolves when the collector has them, the current batch included. */
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    underWay = drain(underWay);
    return underWay;
  };

  return {
    onSpan: (span) => {
      if (waiting.length >= LONGEST_QUEUE) return lost('the collector is too slow');
      waiting.push(span);
      if (waiting.length === LARGEST_BATCH) void flush();
      else timer ??= setTimeout(() => void flush(), FLUSH_AFTER_MS);
    },
    flush,
  };
}
