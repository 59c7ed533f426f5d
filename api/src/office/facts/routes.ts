import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
  FACTS,
  factListSchema,
  factRevisionListSchema,
  factSchema,
  newFactSchema,
  siteSchema,
} from '../../../wire/office/facts';
import type { Context } from '../../context';
import { callerOf } from '../access/guard';
import { changeFact, readFacts, revisionsOf } from './facts';

const config = { rights: [] };
const params = z.object({ name: z.enum(FACTS) });

/** The company's facts and the menu, for owners. */
export async function factRoutes(plain: FastifyInstance, { database: { db } }: Context): Promise<void> {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  app.get('/facts', { config, schema: { response: { 200: factListSchema } } }, async () => {
    const data = await readFacts(db);
    return { data, total: data.length };
  });
  app.put(
    '/facts/:name',
    { config, schema: { params, body: newFactSchema, response: { 200: factSchema } } },
    (request) => changeFact(db, callerOf(request), request.params.name, request.body),
  );
  app.get(
    '/facts/:name/revisions',
    { config, schema: { params, response: { 200: factRevisionListSchema } } },
    (request) => revisionsOf(db, request.params.name),
  );
}

/** `GET /site`: what the office changed, for composers. Nothing in it is secret, so that they need no token. */
export async function siteRoute(plain: FastifyInstance, { database: { db } }: Context): Promise<void> {
  const app = plain.withTypeProvider<ZodTypeProvider>();
  app.get(
    '/site',
    { logLevel: 'warn', schema: { response: { 200: siteSchema, 304: z.void() } } },
    async (request, reply) => {
      const facts = await readFacts(db);
      const version = facts.map((fact) => `${fact.name}:${fact.version}`).join(',');
      const etag = `"${version}"`;
      reply.header('etag', etag).header('cache-control', 'no-cache');
      if (request.headers['if-none-match'] === etag) return reply.code(304).send(undefined);
      const changed = (name: string) => facts.find((fact) => fact.name === name)?.value ?? null;
      return { version, company: changed('company'), navigation: changed('navigation') };
    },
  );
}
