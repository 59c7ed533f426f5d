import { brotliCompressSync, constants } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { Client } from './client-files';

interface ClientRoutes {
  client: Client;
  /** The addresses of its screens. */
  paths: readonly string[];
  /** Rejects while the service cannot do its work. */
  checkReady(): Promise<unknown>;
}

/** As good as it gets within a tenth of a second for the largest file. */
const QUALITY = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Serves the client's page at its paths to members, and its files, `/healthz` and `/readyz` to everybody. */
export function clientRoutes(server: FastifyInstance, { client, paths, checkReady }: ClientRoutes): void {
  const { page, files } = client;
  /** Compressed once, when somebody first loads it. */
  const compressed = new Map<string, Buffer>();
  const brotliOf = (name: string, bytes: Buffer | string): Buffer => {
    const known = compressed.get(name) ?? brotliCompressSync(bytes, QUALITY);
    compressed.set(name, known);
    return known;
  };
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
      reply.type(file.type).header('cache-control', 'public, max-age=31536000, immutable');
      reply.header('vary', 'accept-encoding');
      if (!/\bbr\b/.test(request.headers['accept-encoding'] ?? '')) return reply.send(file.bytes);
      return reply.header('content-encoding', 'br').send(brotliOf(request.params.file, file.bytes));
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
