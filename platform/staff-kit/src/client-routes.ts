import type { FastifyInstance } from 'fastify';
import type { Client } from './client-files';

interface ClientRoutes {
  client: Client;
  /** The addresses of its screens. */
  paths: readonly string[];
  /** Rejects while the service cannot do its work. */
  checkReady(): Promise<unknown>;
}

/** Serves the client's page at its paths to members, and its files, `/healthz` and `/readyz` to everybody. */
export function clientRoutes(server: FastifyInstance, { client, paths, checkReady }: ClientRoutes): void {
  const { page, files } = client;
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
  server.get('/readyz', { config: { access: 'health' } }, async (_request, reply) => {
    const ok = await checkReady().then(
      () => true,
      () => false,
    );
    return reply.code(ok ? 200 : 503).send({ ok });
  });
}
