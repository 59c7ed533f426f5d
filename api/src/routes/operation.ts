import { probeFolder } from '@wholepage/database/embedded';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context';
import { messageOf } from '../errors';

/** `/healthz`: the process is alive; a restart would not mend an unavailable database. `/readyz`: it can serve visitors. */
export async function healthRoutes(app: FastifyInstance, context: Context): Promise<void> {
  const { config, database, stopping } = context;

  const check = async (reason: string, probe: () => Promise<void>): Promise<{ ok: boolean; reason?: string }> => {
    try {
      await probe();
      return { ok: true };
    } catch (error) {
      app.log.warn({ reason: messageOf(error) }, reason);
      return { ok: false, reason };
    }
  };
  /** Readiness includes a write: a full disk still reads, but visitors need to store something. */
  const ready = async () => {
    if (stopping.aborted) return { ok: false, reason: 'stopping' };
    const stored = await check('the database cannot be written', () => database.probeWrite());
    return stored.ok ? check('the data folder cannot be written', () => probeFolder(config.dataDir)) : stored;
  };

  const states = [
    ['/healthz', 'Whether the API lives', async () => ({ ok: true })],
    ['/readyz', 'Whether the API can do its work, and wants visitors', ready],
  ] as const;
  for (const [path, summary, read] of states)
    app.get(path, { logLevel: 'warn', schema: { tags: ['operation'], summary } }, async (_request, reply) => {
      const state = await read();
      return reply
        .code(state.ok ? 200 : 503)
        .header('cache-control', 'no-store')
        .send(state);
    });
}

export async function metricsRoute(app: FastifyInstance, { metrics }: Context): Promise<void> {
  app.get('/metrics', { logLevel: 'warn' }, async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}
