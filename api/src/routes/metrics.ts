import type { FastifyInstance } from 'fastify';
import type { Context } from '../context';

/** Numbers for Prometheus. */
export async function metricsRoute(app: FastifyInstance, { metrics }: Context): Promise<void> {
  app.get('/metrics', { logLevel: 'warn' }, async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}
