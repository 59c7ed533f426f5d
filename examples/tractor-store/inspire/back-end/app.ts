import Fastify, { type FastifyInstance } from 'fastify';
import * as z from 'zod';
import { similarTo } from './similar';

const wantedSchema = z.object({
  skus: z.string().max(500).default(''),
  length: z.coerce.number().int().min(1).max(12).default(4),
});

/** What team inspire knows: what goes well with what. */
export function createApp(): FastifyInstance {
  const app = Fastify({ bodyLimit: 64 * 1024 });
  app.get('/healthz', () => 'ok');
  app.get('/recommendations', (request, reply) => {
    const wanted = wantedSchema.safeParse(request.query);
    if (!wanted.success) return reply.code(400).send({ message: 'Name SKUs, separated by commas.' });
    return { variants: similarTo(wanted.data.skus.split(','), wanted.data.length) };
  });
  return app;
}
