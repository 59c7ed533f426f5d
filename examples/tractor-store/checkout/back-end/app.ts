import { randomInt } from 'node:crypto';
import formBody from '@fastify/formbody';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import * as z from 'zod';
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

const CART_PATH = '/checkout/cart';

/** What team checkout knows: prices, stock and what is in a cart. A changed cart is JSON for a script, and the page of the cart for a form. */
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
    const before = cartOf(request);
    const cart = withOneMore(before, body.data.sku);
    const isAdded = cart !== before;
    reply.header('set-cookie', cartCookie(cart));
    if (wantsJson(request)) return { ...shownCart(cart), isAdded };
    return reply.redirect(isAdded ? CART_PATH : `${CART_PATH}?refused=1`, 303);
  });
  app.post('/checkout/cart/remove', (request, reply) => {
    const body = skuSchema.safeParse(request.body);
    if (!body.success) return reply.code(400).send({ message: 'Name a SKU.' });
    const cart = without(cartOf(request), body.data.sku);
    reply.header('set-cookie', cartCookie(cart));
    return wantsJson(request) ? shownCart(cart) : reply.redirect(CART_PATH, 303);
  });
  app.post('/checkout/place-order', (request, reply) => {
    if (cartOf(request).size === 0) return reply.redirect(CART_PATH, 303);
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
