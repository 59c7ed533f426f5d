import Fastify, { type FastifyInstance } from 'fastify';
import * as z from 'zod';
import { categories } from './data/catalogue';
import { favourites } from './data/favourites';
import { stores } from './data/stores';

/** All machines are a category, too. */
const ALL = { key: 'all', name: 'All machines', products: categories.flatMap(({ products }) => products) };

const RECOMMENDED = 4;
const wantedSchema = z.object({ skus: z.string().max(500).default('') });

/** What team explore knows: what there is, where it is sold, and what sells best. */
export function createApp(): FastifyInstance {
  const app = Fastify({ bodyLimit: 64 * 1024 });
  app.get('/healthz', () => 'ok');
  app.get('/categories/:key', (request, reply) => {
    const { key } = request.params as { key: string };
    const category = [ALL, ...categories].find((one) => one.key === key);
    if (!category) return reply.code(404).send({ message: 'There is no such category.' });
    const filters = [ALL, ...categories].map(({ key, name, products }) => ({ key, name, count: products.length }));
    return { ...category, filters };
  });
  app.get('/stores', () => ({ stores }));
  app.get('/recommendations', (request, reply) => {
    const wanted = wantedSchema.safeParse(request.query);
    if (!wanted.success) return reply.code(400).send({ message: 'Name SKUs, separated by commas.' });
    const skus = wanted.data.skus.split(',');
    return { variants: favourites.filter(({ sku }) => !skus.includes(sku)).slice(0, RECOMMENDED) };
  });
  return app;
}
