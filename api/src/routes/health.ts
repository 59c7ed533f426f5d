import type { FastifyInstance } from 'fastify';
import type { Context } from '../context';
import { messageOf } from '../errors';

/** `/healthz`: it can do its work. `/readyz`: send it visitors. `/metrics`: Prometheus. */
export async function healthRoutes(app: FastifyInstance, { database, metrics, isStopping }: Context): Promise<void> {
  const tags = ['operation'];
  const hide = { logLevel: 'warn' as const };

  const check = async (): Promise<{ ok: boolean; reason?: string }> => {
    try {
      await database.ping();
      return { ok: true };
    } catch (error) {
      app.log.warn({ reason: messageOf(error) }, 'the database does not answer');
      return { ok: false, reason: 'the database does not answer' };
    }
  };

  app.get(
    '/healthz',
    { ...hide, schema: { tags, summary: 'Whether the API can do its work' } },
    async (_request, reply) => {
      const state = await check();
      return reply
        .code(state.ok ? 200 : 503)
        .header('cache-control', 'no-store')
        .send(state);
    },
  );
  app.get(
    '/readyz',
    { ...hide, schema: { tags, summary: 'Whether the API wants visitors' } },
    async (_request, reply) => {
      const state = isStopping() ? { ok: false, reason: 'stopping' } : await check();
      return reply
        .code(state.ok ? 200 : 503)
        .header('cache-control', 'no-store')
        .send(state);
    },
  );
  app.get('/metrics', { ...hide, schema: { tags, summary: 'Numbers for Prometheus' } }, async (request, reply) => {
    // Scrapers come straight to this server; what came through the site's proxy is a visitor.
    if (request.headers['x-forwarded-for'] !== undefined) return reply.callNotFound();
    return reply
      .type(metrics.registry.contentType)
      .header('cache-control', 'no-store')
      .send(await metrics.registry.metrics());
  });
}
