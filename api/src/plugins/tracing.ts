import type { SpanSink } from '@wholepage/telemetry/otlp';
import { nextStep, type Trace } from '@wholepage/telemetry/trace';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { currentTrace } from '../support/current-trace';

declare module 'fastify' {
  interface FastifyRequest {
    /** This server's step of the visit. */
    trace: Trace;
  }
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
    app.addHook('preHandler', (request, _reply, done) => currentTrace.run(request.trace, done));
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
