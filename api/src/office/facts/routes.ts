import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import {
  FACTS,
  factListSchema,
  factPreviewSchema,
  factRevisionListSchema,
  factSchema,
  newFactPreviewSchema,
  newFactSchema,
  siteQuerySchema,
  siteSchema,
} from '../../../wire/office/facts';
import type { Context } from '../../context';
import { RefusedError } from '../../errors';
import { callerOf } from '../access/guard';
import { changeFact, findPreview, readFacts, revisionsOf, storePreview } from './facts';

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
  app.post(
    '/facts/:name/previews',
    { config, schema: { params, body: newFactPreviewSchema, response: { 200: factPreviewSchema } } },
    async (request) => {
      const id = await storePreview(db, callerOf(request), request.params.name, request.body.value);
      return { path: `/?preview=content-${id}` };
    },
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
    { logLevel: 'warn', schema: { querystring: siteQuerySchema, response: { 200: siteSchema, 304: z.void() } } },
    async (request, reply) => {
      const facts = await readFacts(db);
      const changed = (name: string) => facts.find((fact) => fact.name === name)?.value ?? null;
      const { preview: id } = request.query;
      const preview = id && (await findPreview(db, id));
      if (id && !preview) throw new RefusedError(404, 'This preview is over. Make another one in the office.');
      if (preview) {
        const { name, value, by, until } = preview;
        const edits = { company: changed('company'), navigation: changed('navigation'), [name]: value };
        reply.header('cache-control', 'no-store');
        return { version: '', ...edits, preview: { by, until: until.toISOString() } };
      }
      const version = facts.map((fact) => `${fact.name}:${fact.version}`).join(',');
      const etag = `"${version}"`;
      reply.header('etag', etag).header('cache-control', 'no-cache');
      if (request.headers['if-none-match'] === etag) return reply.code(304).send(undefined);
      return { version, company: changed('company'), navigation: changed('navigation') };
    },
  );
}
