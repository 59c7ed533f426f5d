import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import type { Metrics } from '../metrics';

const GIVEN_ID = /^[\w-]{8,64}$/;

/** The composer's id for the request, so that one visit can be followed through both logs; else a new one. */
export const requestId =
  (trusted: boolean) =>
  (request: IncomingMessage): string => {
    const given = request.headers['x-request-id'];
    return trusted && typeof given === 'string' && GIVEN_ID.test(given) ? given : randomUUID();
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
