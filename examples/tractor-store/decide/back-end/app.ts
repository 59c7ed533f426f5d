import Fastify, { type FastifyInstance } from 'fastify';
import { products } from './data/products';

/** What team decide knows: each product with its variants. */
export function createApp(): FastifyInstance {
  const app = Fastify({ bodyLimit: 64 * 1024 });
  app.get('/healthz', () => 'ok');
  app.get('/products', () => products.map(({ id, name }) => ({ id, name })));
  app.get('/products/:id', (request, reply) => {
    const { id } = request.params as { id: string };
    return (
      products.find((product) => product.id === id) ?? reply.code(404).send({ message: 'There is no such product.' })
    );
  });
  return app;
}
