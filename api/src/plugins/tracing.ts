import { AsyncLocalStorage } from 'node:async_hooks';
import type { SpanSink } from 'contracts/otlp';
import { nextStep, type Trace } from 'contracts/trace';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type pg from 'pg';

declare module 'fastify' {
  interface FastifyRequest {
    /** This server's step of the visit. */
    trace: Trace;
  }
}

const current = new AsyncLocalStorage<Trace>();

type AnyQuery = (...args: unknown[]) => unknown;

/** Says in a comment of a statement which step of which trace asks for it; the server's log and its statistics show it. */
const withComment = (query: unknown): unknown => {
  const trace = current.getStore();
  if (!trace) return query;
  const comment = ` /*traceparent='${trace.traceparent}'*/`;
  if (typeof query === 'string') return query + comment;
  const { text } = query as { text?: unknown };
  return typeof text === 'string' ? { ...(query as object), text: text + comment } : query;
};

/** Has every connection of a pool name the trace in its statements. */
export function traceStatements(pool: pg.Pool): void {
  pool.on('connect', (client) => {
    const query = client.query.bind(client) as AnyQuery;
    client.query = ((first: unknown, ...rest: unknown[]) => query(withComment(first), ...rest)) as typeof client.query;
  });
}

const now = (): number => performance.timeOrigin + performance.now();

/** Each request is a step of its visitor's trace; `tell` hears of it when it is over. */
export const tracing = fp(
  async (app: FastifyInstance, { tell }: { tell: SpanSink | undefined }) => {
    app.addHook('onRequest', async (request) => {
      const { traceparent } = request.headers;
      request.trace = nextStep(typeof traceparent === 'string' ? traceparent : undefined);
    });
    // The last one before the handler: the body has been read, and what the handler awaits stays in this context.
    app.addHook('preHandler', (request, _reply, done) => current.run(request.trace, done));
    app.addHook('onResponse', async (request, reply) => {
      if (!tell) return;
      const { trace, method, routeOptions } = request;
      const { statusCode } = reply;
      const endMs = now();
      tell({
        step: trace,
        name: `${method} ${routeOptions.url ?? 'unknown'}`,
        startMs: endMs - reply.elapsedTime,
        endMs,
        attributes: { 'http.request.method': method, 'http.response.status_code': statusCode },
        failed: statusCode >= 500,
      });
    });
  },
  { name: 'tracing' },
);
