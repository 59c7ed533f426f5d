import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { nextStep } from '@wholepage/telemetry/trace';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Metrics } from '../metrics';

const GIVEN_ID = /^[\w-]{8,64}$/;

/** Of a `traceparent` that tells of a trace. */
const traceId = (given: unknown): string | undefined => {
  const { id, parentSpanId } = nextStep(typeof given === 'string' ? given : undefined);
  return parentSpanId && id;
};

/**
 * The composer's id for the request, so that one visit can be followed through both logs. Calls of a page have the id of its
 * trace, which is the same. Without either it is a new one.
 */
export const requestId =
  (trusted: boolean) =>
  (request: IncomingMessage): string => {
    if (!trusted) return randomUUID();
    const { 'x-request-id': given, traceparent } = request.headers;
    if (typeof given === 'string' && GIVEN_ID.test(given)) return given;
    return traceId(traceparent) ?? randomUUID();
  };

/**
 * One line per request, and its time for `/metrics`. The route's pattern stands for the address, and neither the
 * visitor's address nor anything sent is logged: the log holds no personal data.
 */
export const requestLog = fp(
  async (app: FastifyInstance, { metrics }: { metrics: Metrics }) => {
    app.addHook('onResponse', async (request, reply) => {
      const route = request.routeOptions.url ?? 'unknown';
      const status = reply.statusCode;
      metrics.requests.observe({ method: request.method, route, status }, reply.elapsedTime / 1000);
      request.log.info({ method: request.method, route, status, ms: Math.round(reply.elapsedTime) }, 'request');
    });
  },
  { name: 'request-log' },
);
