import formBody from '@fastify/formbody';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import * as z from 'zod';
import { Accounts } from './accounts';
import { type Cart, cartCookie, readCart, shownCart, withOneMore, without } from './cart';
import { variants } from './data/variants';

const skuSchema = z.object({ sku: z.string().max(20) });
const orderSchema = z.object({
  firstname: z.string().trim().min(1).max(100),
  lastname: z.string().trim().min(1).max(100),
  storeId: z.string().regex(/^store-[a-z]$/),
});

const signInSchema = z.object({ email: z.string().max(200), password: z.string().max(200) });

const cartOf = ({ headers }: FastifyRequest): Cart => readCart(headers.cookie);

const wantsJson = ({ headers }: FastifyRequest): boolean => headers.accept === 'application/json';

/** A proxy in front of the composer says so. */
const isSecure = ({ headers }: FastifyRequest): boolean => headers['x-forwarded-proto'] === 'https';

const CART_PATH = '/checkout/cart';
const SIGN_IN_PATH = '/checkout/sign-in';
const ACCOUNT_PATH = '/checkout/account';

/** What team checkout knows: prices, stock, carts and orders. A changed cart is JSON for a script, and its page for a form. */
export function createApp(): FastifyInstance {
  const app = Fastify({ bodyLimit: 64 * 1024 });
  app.register(formBody);
  const accounts = new Accounts();
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
    const { items, total } = shownCart(cartOf(request));
    const number = accounts.nextNumber();
    const customer = accounts.customerOf(request.headers.cookie);
    if (customer) accounts.place(customer, { number, placedAt: new Date().toISOString(), items, total });
    reply.header('set-cookie', cartCookie(new Map()));
    return reply.redirect(`/checkout/thanks?order=${number}`, 303);
  });
  app.post(SIGN_IN_PATH, async (request, reply) => {
    const body = signInSchema.safeParse(request.body);
    const cookie = body.success && (await accounts.signIn(body.data.email, body.data.password, isSecure(request)));
    if (!cookie) return reply.redirect(`${SIGN_IN_PATH}?refused=1`, 303);
    return reply.header('set-cookie', cookie).redirect(ACCOUNT_PATH, 303);
  });
  app.post('/checkout/sign-out', (request, reply) =>
    reply.header('set-cookie', accounts.signOut(request.headers.cookie, isSecure(request))).redirect('/', 303),
  );
  app.get('/account', (request, reply) => {
    const customer = accounts.customerOf(request.headers.cookie);
    if (!customer) return reply.code(401).send({ message: 'Sign in first.' });
    return { name: customer.name, orders: accounts.ordersOf(customer) };
  });
  app.get('/orders/:number', (request, reply) => {
    const customer = accounts.customerOf(request.headers.cookie);
    if (!customer) return reply.code(401).send({ message: 'Sign in first.' });
    const found = accounts.find((request.params as { number: string }).number);
    if (!found) return reply.code(404).send({ message: 'There is no such order.' });
    const { email, ...order } = found;
    return email === customer.email ? order : reply.code(403).send({ message: 'It is an order of somebody else.' });
  });
  return app;
}
