import { timingSafeEqual } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import * as z from 'zod';
import { Bank } from './bank';
import { type Assets, checkout } from './checkout';
import { controls, Faults } from './controls';
import type { Settings } from './settings';
import { Webhooks } from './webhooks';
import { RefusedError, read, sign } from './wire';

const BODY_MAX = 64 * 1024;

export type Call = FastifyRequest<{
  Params: { id: string };
  Querystring: Record<string, string | undefined>;
  /** The parsed JSON; `{}` without a body. */
  Body: Record<string, unknown>;
}>;

/**
 * Creates a sandbox. Closing it completes open requests and drops events that wait.
 * @param retryMs delay before the first retry of an event, in milliseconds
 */
export function createSandbox(settings: Settings, assets: Assets, retryMs?: number): FastifyInstance {
  const server = Fastify({
    bodyLimit: BODY_MAX,
    routerOptions: { querystringParser: (text) => Object.fromEntries(new URLSearchParams(text)) },
  });
  server.removeAllContentTypeParsers();
  server.addContentTypeParser('*', { parseAs: 'string' }, async (_request: unknown, body: string) => readObject(body));
  server.addHook('onRequest', async (_request, reply) => {
    reply.header('x-content-type-options', 'nosniff');
  });
  server.addHook('preHandler', async (request) => {
    request.body ??= {};
  });
  server.setErrorHandler(async (error, _request, reply) => {
    const { status, body } = refusalOf(error);
    reply.code(status);
    return { error: body };
  });
  server.setNotFoundHandler(async () => {
    throw notFound();
  });

  const webhooks = new Webhooks(settings, retryMs);
  const faults = new Faults();
  const bank = new Bank(webhooks);
  server.get('/healthz', async () => ({ status: 'ok', sandbox: true }));
  // While the server closes, Fastify itself responds with 503.
  server.get('/readyz', async () => ({ status: 'ready' }));
  merchantApi(server, { bank, faults, settings });
  checkout(server, { bank, settings, assets });
  controls(server, { webhooks, faults });
  server.addHook('preClose', async () => webhooks.stop());
  return server;
}

function merchantApi(
  server: FastifyInstance,
  { bank, faults, settings }: { bank: Bank; faults: Faults; settings: Settings },
): void {
  const route = (method: 'GET' | 'POST', url: string, handle: (call: Call) => unknown): void => {
    server.route({
      method,
      url,
      handler: (call: Call, reply) =>
        faults.answer(reply, () => {
          authenticate(call.headers.authorization ?? '', settings);
          return handle(call);
        }),
    });
  };

  route('POST', '/v1/orders', ({ body }) => bank.addOrder(body));
  route('GET', '/v1/orders', ({ query }) => listing(bank.ordersBy(query.receipt), query));
  route('GET', '/v1/orders/:id', ({ params }) => bank.order(params.id));
  route('GET', '/v1/orders/:id/payments', ({ params, query }) => listing(bank.paymentsOf(params.id), query));
  route('GET', '/v1/payments', ({ query }) => listing(bank.payments(query.from), query));
  route('GET', '/v1/payments/:id', ({ params }) => bank.payment(params.id));
  route('POST', '/v1/payments/:id/refund', ({ params, body }) => bank.refund(params.id, body));
  route('GET', '/v1/payments/:id/refunds', ({ params, query }) => listing(bank.refundsOf(params.id), query));
  // No customer's bank disputes a payment here.
  route('GET', '/v1/disputes', ({ query }) => listing([], query));
}

/** @throws RefusedError (401) unless the call carries the key id and secret as Basic authentication. */
function authenticate(authorization: string, { keyId, keySecret }: Settings): void {
  const [scheme, encoded = ''] = authorization.split(' ');
  const given = Buffer.from(encoded, 'base64').toString('utf8');
  if (scheme?.toLowerCase() === 'basic' && isSame(given, `${keyId}:${keySecret}`)) return;
  const description = scheme ? 'Authentication failed' : 'Please provide your api key for authentication purposes.';
  throw new RefusedError(description, { status: 401, source: 'NA', step: 'NA', reason: 'NA' });
}

// Compares digests, because a comparison in constant time needs equal lengths.
const isSame = (a: string, b: string): boolean =>
  timingSafeEqual(Buffer.from(sign(a, 'compare')), Buffer.from(sign(b, 'compare')));

const whole = (name: string) => z.coerce.number(`The ${name} must be an integer.`).int().min(0);
const pageSchema = z.object({ count: whole('count').max(100).default(10), skip: whole('skip').default(0) });

/** Returns `count` items of a list, after the first `skip`, as a collection. */
function listing(all: unknown[], query: Call['query']) {
  const { count, skip } = read(pageSchema, query);
  const items = all.slice(skip, skip + count);
  return { entity: 'collection', count: items.length, items };
}

function readObject(text: string): Record<string, unknown> {
  if (text === '') return {};
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    throw new RefusedError('The request body must be a JSON object.');
  }
}

const notFound = (): RefusedError =>
  new RefusedError('The requested URL was not found on the server.', {
    status: 404,
    source: 'NA',
    step: 'NA',
    reason: 'NA',
  });

/** Turns an error into a response: refusals in the provider's words, all others as one fixed sentence. */
function refusalOf(error: unknown): RefusedError {
  if (error instanceof RefusedError) return error;
  if (error instanceof Error && 'code' in error && error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
    return new RefusedError(`The body may not be larger than ${BODY_MAX} bytes.`, { status: 413 });
  }
  console.error(error);
  const sentence = 'We are facing some trouble completing your request at the moment. Please try again shortly.';
  return new RefusedError(sentence, { ...notFound().body, description: sentence, status: 500, code: 'SERVER_ERROR' });
}
