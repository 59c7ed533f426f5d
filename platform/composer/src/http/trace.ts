import type { IncomingMessage, ServerResponse } from 'node:http';
import { nextStep, type SpanSink, type Trace } from '@wholepage/telemetry/trace';
import type { ReleaseSet } from '../releases/release-set';

const now = (): number => performance.timeOrigin + performance.now();

/** Goes on with the trace that the request is part of, else begins one. */
export const traceOf = ({ headers }: Pick<IncomingMessage, 'headers'>): Trace => {
  const { traceparent } = headers;
  return nextStep(typeof traceparent === 'string' ? traceparent : undefined);
};

/** Tells of the request when its response is over. @param name what was asked for, without anything of the visitor */
function onRequest(onSpan: SpanSink, step: Trace, name: string, response: ServerResponse): void {
  const startMs = now();
  response.once('close', () => {
    const { statusCode } = response;
    const attributes = { 'http.response.status_code': statusCode };
    onSpan({ step, name, startMs, endMs: now(), attributes, failed: statusCode >= 500 });
  });
}

/** What a part of the composer is given of a request: the releases that this visitor sees, and a trace on demand. */
export type Asked = [request: IncomingMessage, response: ServerResponse, url: URL, set: ReleaseSet, trace: () => Trace];

/** The trace of a request, which starts when it is first asked for: a page from memory is part of none. */
export function traceOnDemand(request: IncomingMessage, response: ServerResponse, onSpan?: SpanSink): () => Trace {
  let started: Trace | undefined;
  return () => {
    if (started) return started;
    started = traceOf(request);
    if (onSpan) onRequest(onSpan, started, `${request.method}`, response);
    return started;
  };
}

/** Does a part of the work as a step of its own. @param work gets the `traceparent` of that step */
export async function asStep<T>(
  onSpan: SpanSink | undefined,
  trace: Pick<Trace, 'traceparent'> | undefined,
  { name, attributes }: { name: string; attributes: Record<string, string> },
  work: (traceparent: string | undefined) => Promise<T>,
): Promise<T> {
  if (!onSpan || !trace) return work(trace?.traceparent);
  const step = nextStep(trace.traceparent);
  const startMs = now();
  let failed = true;
  try {
    const done = await work(step.traceparent);
    failed = false;
    return done;
  } finally {
    onSpan({ step, name, startMs, endMs: now(), attributes, failed });
  }
}
