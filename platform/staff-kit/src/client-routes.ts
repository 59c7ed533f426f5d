import type { FastifyInstance } from 'fastify';
import type { Client } from './client-files';

/** Serves the client's page at each of these paths to members, and its files and `/healthz` to everybody. */
export function clientRoutes(server: FastifyInstance, { page, files }: Client, paths: readonly string[]): void {
  for (const path of paths) {
    server.get(path, { config: { access: 'member' } }, async (_request, reply) =>
      reply.type('text/html; charset=utf-8').send(page),
    );
  }
  server.get<{ Params: { file: string } }>(
    '/assets/:file',
    { config: { access: 'public' } },
    async (request, reply) => {
      const file = files.get(request.params.file);
      if (!file) return reply.callNotFound();
      // Named by their content.
      return reply.type(file.type).header('cache-control', 'public, max-age=31536000, immutable').send(file.bytes);
    },
  );
  server.get('/healthz', { config: { access: 'health' } }, async () => ({ ok: true }));
}
