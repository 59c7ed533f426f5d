import { randomInt } from 'node:crypto';
import formBody from '@fastify/formbody';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Cart, cartCookie, readCart, shownCart, withOneMore, without } from './cart';
import { variants } from './data/variants';

const skuSchema = z.object({ sku: z.string().max(20) });
const orderSchema = z.object({
  firstname: z.string().trim().min(1).max(100),
  lastname: z.string().trim().min(1).max(100),
  storeId: z.string().regex(/^store-[a-z]$/),
});

const cartOf = ({ headers }: FastifyRequest): Cart => readCart(headers.cookie);

const wantsJson = ({ headers }: FastifyRequest): boolean => headers.accept === 'application/json';

/** Keeps a changed cart. A page's script gets it as JSON; a form without scripts leads to the page of the cart. */
const answerCart = (request: FastifyRequest, reply: FastifyReply, cart: Cart): FastifyReply => {
  reply.header('set-cookie', cartCookie(cart));
  return wantsJson(request) ? reply.send(shownCart(cart)) : reply.redirect('/checkout/cart', 303);
};

/** What team checkout knows: prices, stock and what is in a cart. */
export function createApp(): FastifyInstance {
  const app = Fastify({ bodyLimit: 64 * 1024 });
  app.register(formBody);
  app.get('/healthz', () => 'ok');
  app.get('/cart', (request) => shownCart(cartOf(request)));
  app.get('/offers/:sku', (request, reply) => {
    const { sku } = request.params as { sku: string };
    const variant = variants.find((one) => one.sku === sku);
    if (!variant) return reply.code(404).send({ message: 'This is not sold.' });
    return { sku, name: variant.name, price: variant.price, inventory: variant.inventory };
  });
  app.post('/checkout/cart/add', (request, reply) => {
    const body = skuSchema.safeParse(request.body);
    if (!body.success) return reply.code(400).send({ message: 'Name a SKU.' });
    return answerCart(request, reply, withOneMore(cartOf(request), body.data.sku));
  });
  app.post('/checkout/cart/remove', (request, reply) => {
    const body = skuSchema.safeParse(request.body);
    if (!body.success) return reply.code(400).send({ message: 'Name a SKU.' });
    return answerCart(request, reply, without(cartOf(request), body.data.sku));
  });
  app.post('/checkout/place-order', (request, reply) => {
    if (cartOf(request).size === 0) return reply.redirect('/checkout/cart', 303);
    const order = orderSchema.safeParse(request.body);
    if (!order.success) {
      const missing = [...new Set(order.error.issues.map(({ path }) => String(path[0])))];
      return reply.redirect(`/checkout/checkout?missing=${missing.join('.')}`, 303);
    }
    reply.header('set-cookie', cartCookie(new Map()));
    return reply.redirect(`/checkout/thanks?order=T${randomInt(10_000, 100_000)}`, 303);
  });
  return app;
}
