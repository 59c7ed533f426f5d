import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/**
 * From the word to stop, every answer closes its connection: one that was kept for more would hold the server up until
 * it times out. Those whose headers had left before are closed as soon as they are idle.
 */
export const draining = fp(
  async (app: FastifyInstance, { isStopping }: { isStopping(): boolean }) => {
    app.addHook('onSend', async (_request, reply) => {
      if (isStopping()) reply.header('connection', 'close');
    });
    app.addHook('onResponse', async () => {
      if (!app.server.listening) setImmediate(() => app.server.closeIdleConnections());
    });
  },
  { name: 'draining' },
);
